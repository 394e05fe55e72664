// Archive: see README.md's map.
