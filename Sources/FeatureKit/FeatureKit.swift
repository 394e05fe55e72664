// FeatureKit: see README.md's map.
