import JSONRPC
import SearchModel

extension Method {
    private static let generation = Member(
        "generation", .integer(atLeast: 0), isRequired: false,
        "the generation of the list that was scrolled; any other list is not paged")
    private static let need = Member(
        "need", .integer(atLeast: 1), isRequired: false, "how many items the list should hold in the end")

    /// Scrolling to the end of the list.
    static let reachedBottom = Method(
        "reachedBottom", "loads the next page", parameters: [generation, need], inSession: true,
        result: .shape(.outcome)
    ) { (engine, request) throws(ResponseError) in
        let bottom = Bottom(
            generation: try request.params.integer(generation), need: try request.params.integer(need))
        request.answer(withOutcomeOf: .reachedBottom(bottom), in: try engine.session(of: request))
    }
}
