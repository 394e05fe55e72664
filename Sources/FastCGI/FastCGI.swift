// FastCGI: see README.md's map.
