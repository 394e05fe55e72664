public import Runtime

extension ModelSettings {
    /// The model of the settings; nil if there is none.
    public init?(_ config: Config) {
        guard !config.modelURL.isEmpty else { return nil }
        self.init(
            base: config.modelURL, key: config.modelKey, model: config.modelName,
            tokenField: TokenField(rawValue: config.modelTokenField.rawValue) ?? .maxTokens,
            sendsTemperature: config.modelTemperature == .zero, timeoutSeconds: config.modelTimeoutSeconds,
            caFile: config.modelCAFile.isEmpty ? nil : config.modelCAFile)
    }
}
