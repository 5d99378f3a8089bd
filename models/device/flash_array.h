/* SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0 */
/*
 * The memory cells of a flash: an image file mapped lazily, a fill for what the file does not
 * cover, and the pages changed since. Resident memory grows with what is touched, not with the
 * size (but for eight bytes per 4 KiB). The image is never written to; it must not be shortened by
 * others while it is mapped.
 */
#ifndef TW_DEVICE_FLASH_ARRAY_H
#define TW_DEVICE_FLASH_ARRAY_H

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/flash_fill.h"

namespace tw
{

class flash_array
{
      public:
	/*
	 * size and sector: bytes, powers of two. path: image, "" for none; after its end the cells
	 * are erased. Without an image they hold `fill`. Throws bad_input (with the path) when the
	 * image cannot be read or is larger than the flash.
	 */
	flash_array(const std::string &label, uint32_t size, uint32_t sector,
		    const std::string &path, tw_flash_fill fill);
	~flash_array();
	flash_array(const flash_array &) = delete;
	flash_array &operator=(const flash_array &) = delete;

	uint32_t size() const
	{
		return size_;
	}

	/* address below size(). */
	uint8_t read(uint32_t address) const
	{
		const page *p = changed_[address / page_size].get();

		return p ? (*p)[address % page_size] : original(address);
	}

	/* Programming only clears bits. */
	void program(uint32_t address, uint8_t value);
	/* Erases the sector that contains `address`. */
	void erase_sector(uint32_t address)
	{
		reset_sector(address, sector_state::erased);
	}

	/* Leaves zeros in the sector that contains `address`. */
	void spoil_sector(uint32_t address)
	{
		reset_sector(address, sector_state::spoiled);
	}

	/*
	 * Writes all cells to a file, complete or not at all; the file may be the image. 0, or -1
	 * and errno.
	 */
	int save(const std::string &path) const;
	/* Throws bad_input if save() to that path cannot work, as far as can be seen beforehand. */
	static void check_target(const std::string &label, const std::string &path);

      private:
	static constexpr uint32_t page_size = 4096;
	using page = std::array<uint8_t, page_size>;

	enum class sector_state : uint8_t { original, erased, spoiled };

	void reset_sector(uint32_t address, sector_state state);
	void map_image(const std::string &label, const std::string &path);
	uint8_t original(uint32_t address) const;
	page &changed_page(uint32_t address);

	uint32_t size_, sector_;
	unsigned int sector_bits_;
	tw_flash_fill fill_;
	const uint8_t *image_ = nullptr;
	uint32_t image_size_ = 0;
	bool has_image_ = false;
	std::vector<sector_state> state_;
	std::vector<std::unique_ptr<page>> changed_; /* by page number; mostly empty */
};

} // namespace tw

#endif
