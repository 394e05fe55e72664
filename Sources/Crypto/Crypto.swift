// Crypto: see README.md's map.
