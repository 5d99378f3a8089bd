// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
#include "device/flash_array.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/options.h"

namespace tw
{

flash_array::flash_array(const std::string &label, uint32_t size, uint32_t sector,
			 const std::string &path, tw_flash_fill fill)
    : size_(size), sector_(sector), sector_bits_(static_cast<unsigned int>(__builtin_ctz(sector))),
      fill_(fill), state_(size / sector), changed_(size / page_size)
{
	if (!path.empty())
		map_image(label, path);
}

flash_array::~flash_array()
{
	if (image_)
		munmap(const_cast<uint8_t *>(image_), image_size_);
}

static std::string why(const std::string &label, const std::string &path, const char *what)
{
	return label + ": image '" + path + "': " + what;
}

void flash_array::map_image(const std::string &label, const std::string &path)
{
	int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	void *map = nullptr;

	if (fd < 0)
		throw bad_input(why(label, path, strerror(errno)));
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		throw bad_input(why(label, path, "not a regular file"));
	}
	if (static_cast<uint64_t>(st.st_size) > size_) {
		close(fd);
		throw bad_input(why(label, path,
				    ("larger than the flash (" + std::to_string(st.st_size) +
				     " > " + std::to_string(size_) + " bytes)")
					    .c_str()));
	}
	image_size_ = static_cast<uint32_t>(st.st_size);
	has_image_ = true;
	if (image_size_)
		map = mmap(nullptr, image_size_, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (map == MAP_FAILED)
		throw bad_input(why(label, path, strerror(errno)));
	image_ = static_cast<const uint8_t *>(map);
}

uint8_t flash_array::original(uint32_t address) const
{
	sector_state state = state_[address >> sector_bits_];

	if (state != sector_state::original)
		return state == sector_state::erased ? 0xff : 0x00;
	if (has_image_)
		return address < image_size_ ? image_[address] : 0xff;
	return tw_fill_byte(fill_, address);
}

flash_array::page &flash_array::changed_page(uint32_t address)
{
	std::unique_ptr<page> &p = changed_[address / page_size];
	uint32_t base = address - address % page_size;

	if (!p) {
		p = std::make_unique<page>();
		for (uint32_t i = 0; i < page_size; i++)
			(*p)[i] = original(base + i);
	}
	return *p;
}

void flash_array::program(uint32_t address, uint8_t value)
{
	changed_page(address)[address % page_size] &= value;
}

void flash_array::reset_sector(uint32_t address, sector_state state)
{
	uint32_t first = address / sector_ * (sector_ / page_size);

	for (uint32_t i = 0; i < sector_ / page_size; i++)
		changed_[first + i].reset();
	state_[address >> sector_bits_] = state;
}

static int write_cells(const flash_array &array, FILE *file)
{
	uint8_t buffer[4096];

	for (uint32_t base = 0; base < array.size(); base += sizeof(buffer)) {
		for (uint32_t i = 0; i < sizeof(buffer); i++)
			buffer[i] = array.read(base + i);
		if (fwrite(buffer, sizeof(buffer), 1, file) != 1)
			return -1;
	}
	return 0;
}

/* The rename of save() would replace a device or pipe of that name. */
static bool is_special(const std::string &path)
{
	struct stat st;

	return !stat(path.c_str(), &st) && !S_ISREG(st.st_mode);
}

void flash_array::check_target(const std::string &label, const std::string &path)
{
	size_t slash = path.rfind('/');
	std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
	const char *reason = nullptr;

	if (is_special(path))
		reason = "not a regular file";
	else if (access(folder.c_str(), W_OK | X_OK))
		reason = strerror(errno);
	if (reason)
		throw bad_input(label + ": cannot save to '" + path + "': " + reason);
}

int flash_array::save(const std::string &path) const
{
	std::string partial = path + ".partial";
	int result, saved_errno;
	FILE *file;

	if (is_special(path)) {
		errno = EEXIST;
		return -1;
	}
	file = fopen(partial.c_str(), "wbe");
	if (!file)
		return -1;
	result = write_cells(*this, file);
	if (fclose(file))
		result = -1;
	if (!result && !rename(partial.c_str(), path.c_str()))
		return 0;
	saved_errno = errno;
	unlink(partial.c_str());
	errno = saved_errno;
	return -1;
}

} // namespace tw
