// Mail: see README.md's map.
