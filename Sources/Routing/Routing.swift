// Routing engines: questions become requests of HTTP, answers become values. This module is pure: it sends nothing.
//
// - Routing.swift: `RoutingEngine`, the interface that each engine has.
// - RouteQuestion.swift: the ways that are asked for. FoundRoute.swift: the ways that were found.
// - EngineExchange.swift: requests and responses. RoutingError.swift: every refusal, with its sentence.
// - RouteChecks.swift: ways that cannot be true. RouteLine.swift: the line of a way on the map.
// - JSONTree.swift, JSONReader.swift, JSONWriter.swift: JSON with limits. JSONField.swift: its fields with their types.
// - RouteTexts.swift: moments and numbers as texts.
// - Engines, a file each: OSRM.swift, Valhalla.swift, GraphHopper.swift and GraphHopperTransit.swift,
//   OpenRouteService.swift, OpenTripPlanner.swift, MOTIS.swift, GoogleRoutes.swift and GoogleSteps.swift.
