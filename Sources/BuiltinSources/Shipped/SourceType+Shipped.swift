import SearchSource

extension SourceType {
    /// What a type has in addition if it is made from a shipped description.
    public struct Shipped: Sendable {
        /// Its settings, besides the members of a description.
        public let settings: [Setting]

        /// The environment variables that its requests take keys from.
        public let variables: [String]

        /// What it was run against, or, for a program, the page that it was written from; nil if it was never run
        /// against anything but a made-up answer.
        public let tried: String?
    }

    /// Whether it has never read anything but a made-up answer.
    public var wasNeverTried: Bool { shipped.map { $0.tried == nil } ?? false }

    /// The types made from shipped descriptions, in the order in which they are listed.
    public static let shipped: [SourceType] = descriptions.compactMap { ShippedDescription($0.name, $0.text)?.type }

    private static let descriptions: [(name: String, text: [UInt8])] = [
        ("typesense", PackageResources.typesense_json),
        ("opensearch", PackageResources.opensearch_json),
        ("elasticsearch", PackageResources.elasticsearch_json),
        ("groonga", PackageResources.groonga_json),
        ("github-repositories", PackageResources.github_repositories_json),
        ("github-issues", PackageResources.github_issues_json),
        ("stack-exchange", PackageResources.stack_exchange_json),
        ("hacker-news", PackageResources.hacker_news_json),
        ("crates-io", PackageResources.crates_io_json),
        ("nominatim", PackageResources.nominatim_json),
    ]

    /// The types made from shipped descriptions of programs, in the order in which they are listed.
    public static let providers: [SourceType] = programs.compactMap { ShippedProgram($0.name, $0.text)?.type }

    private static let programs: [(name: String, text: [UInt8])] = [
        ("ripgrep", PackageResources.ripgrep_json),
        ("fd", PackageResources.fd_json),
        ("find", PackageResources.find_json),
        ("locate", PackageResources.locate_json),
        ("git-grep", PackageResources.git_grep_json),
        ("git-log", PackageResources.git_log_json),
        ("man", PackageResources.man_json),
        ("apt", PackageResources.apt_json),
        ("systemd", PackageResources.systemd_json),
        ("processes", PackageResources.processes_json),
        ("wordnet", PackageResources.wordnet_json),
        ("calculator", PackageResources.calculator_json),
    ]

    /// The type with this name, built in or shipped; nil if there is none.
    public static func named(_ name: String) -> SourceType? {
        func isMeant(_ type: SourceType) -> Bool { type.name.hasSameBytes(as: name) }
        return all.first(where: isMeant) ?? shipped.first(where: isMeant) ?? providers.first(where: isMeant)
    }
}
