package import Routing
package import Runtime

/// The engine of a way of travelling, by the settings.
package struct ConfiguredEngine: Sendable {
    package let mode: RouteMode
    package let source: TravelSource
    let engine: any RoutingEngine
    let caFile: String?

    /// - Returns: nil if the settings name no engine for the way of travelling.
    package init?(_ mode: RouteMode, _ config: Config) {
        self.mode = mode
        source = config.travelSource(of: mode)
        caFile = config.travelCAFile.isEmpty ? nil : config.travelCAFile
        switch source.kind {
        case .estimate: return nil
        case .osrm: engine = OSRM()
        case .valhalla: engine = Valhalla()
        case .graphhopper:
            let key = config.graphHopperKey
            engine = mode == .transit ? GraphHopperTransit(key: key) : GraphHopper(key: key)
        case .openrouteservice: engine = OpenRouteService(key: config.openRouteServiceKey)
        case .opentripplanner: engine = OpenTripPlanner()
        case .motis: engine = MOTIS()
        case .google: engine = GoogleRoutes(key: config.googleRoutesKey)
        }
    }
}

extension Config {
    package func travelSource(of mode: RouteMode) -> TravelSource {
        switch mode {
        case .walk: travelWalk
        case .bike: travelBike
        case .car: travelCar
        case .transit: travelTransit
        }
    }
}
