// HTTP: see README.md's map.
