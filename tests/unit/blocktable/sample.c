// SPDX-License-Identifier: GPL-2.0-only OR Apache-2.0
/* What the compiler itself makes of C code: branches, a loop, a switch table, an early return. */
int sample_add(int a, int b);
int sample_switch(int n);
int sample_loop(const int *v, int n);

int sample_add(int a, int b)
{
	return a + b;
}

int sample_switch(int n)
{
	switch (n) {
	case 0: return 17;
	case 1: return sample_add(n, 4) * 3;
	case 2: return n ^ 99;
	case 3: return sample_add(n, n);
	case 4: return -n;
	case 5: return n * n * n;
	default: return 0;
	}
}

int sample_loop(const int *v, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		if (v[i] < 0)
			return -1;
		sum += v[i] & 1 ? v[i] : sample_switch(v[i]);
	}
	return sum;
}
