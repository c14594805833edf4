import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parseSource, repository } from "./support/sources.ts";

/** Every name, value or type, that a host can import. A change here is a change of the public API. */
const publicApi: Readonly<Record<string, readonly string[]>> = {
  "index.ts": [
    "Admit",
    "AdmitRequest",
    "AdmitVerdict",
    "ApprovalAnswer",
    "ApprovalRequest",
    "Approver",
    "Audience",
    "AuditLog",
    "AuditRecord",
    "AuthorizeOptions",
    "Awaitable",
    "BlobStore",
    "CatalogCost",
    "CatalogFormat",
    "ConfigFile",
    "ContextFile",
    "CustomRoot",
    "DIAGNOSTIC_CODES",
    "DecideOptions",
    "DecideTrust",
    "Decision",
    "DecisionStore",
    "Diagnostic",
    "DiagnosticCode",
    "DirectoryEntry",
    "ERROR_CODES",
    "Embedder",
    "EmbedderChoice",
    "Embedders",
    "Environment",
    "ErrorCode",
    "EventListener",
    "EventRecord",
    "FileBytes",
    "FileStat",
    "FileSystem",
    "FileText",
    "Hash",
    "HeldText",
    "IndexStore",
    "IndexedFile",
    "Injection",
    "InlineSkill",
    "KnowhowError",
    "KnowhowEvent",
    "Level",
    "LibraryEntry",
    "LibrarySnapshot",
    "ListingPlace",
    "MatchAnswer",
    "MatchOptions",
    "MatchRequest",
    "MatchingMode",
    "Message",
    "Missing",
    "OpenEmbedders",
    "OpenFile",
    "OpenServers",
    "OpenSkill",
    "Origin",
    "Outcome",
    "Override",
    "Ports",
    "RankedSkill",
    "ReadRequest",
    "Rejection",
    "RenderOptions",
    "Resource",
    "ResourceReading",
    "RootReport",
    "RunningHash",
    "Runtime",
    "RuntimeOptions",
    "RuntimeTrust",
    "SearchHit",
    "SearchOptions",
    "SearchPage",
    "ServerConfig",
    "Session",
    "SessionOptions",
    "SessionState",
    "Severity",
    "Skill",
    "SkillCommand",
    "SkillFields",
    "SkillHead",
    "SkillLibrary",
    "SkillMatch",
    "SkillMatcher",
    "SkillRendering",
    "SkillSections",
    "SkillSource",
    "SkillSourceOptions",
    "SkillState",
    "SkillText",
    "SourceTrust",
    "SpanHandle",
    "SpanStart",
    "Tokenizer",
    "ToolCall",
    "ToolDecision",
    "ToolDefinition",
    "ToolPermission",
    "ToolResult",
    "Tracer",
    "TrustDecision",
    "TrustKey",
    "TrustPlace",
    "TrustQuestion",
    "TrustSubject",
    "TrustVerdict",
    "Turn",
    "TurnInput",
    "TurnReport",
    "WatchHandle",
    "Watcher",
    "createRuntime",
    "estimateTokens",
    "hasErrors",
    "isKnowhowError",
    "isVisible",
    "memoryDecisionStore",
    "skillSource",
  ],
  "authoring.ts": [
    "ArgumentSpec",
    "ArgumentValue",
    "CatalogEntry",
    "CatalogForm",
    "CatalogFrame",
    "CatalogOptions",
    "CatalogPlan",
    "CatalogReport",
    "Confusion",
    "EvaluateOptions",
    "Evaluation",
    "EvaluationReport",
    "LabelledMessage",
    "LabelledSource",
    "LintCode",
    "LintLibrarySkill",
    "LintOptions",
    "LintSkillInput",
    "OutlineSection",
    "Overlap",
    "OverlapReport",
    "OverlapSearch",
    "PhraseRecall",
    "PlayedLine",
    "PlayedScript",
    "PlayedTurn",
    "RULE_SETS",
    "Recall",
    "RuleRow",
    "RuleSet",
    "Script",
    "ScriptAction",
    "ScriptExpectation",
    "ScriptFiles",
    "ScriptLine",
    "ScriptProject",
    "SkillEvaluation",
    "SkillMd",
    "StolenPhrase",
    "Validation",
    "ValidationOptions",
    "Verdict",
    "argumentSpecs",
    "catalogFrame",
    "evaluate",
    "lintLibrary",
    "lintSkill",
    "listResources",
    "outlineOf",
    "parseLabelled",
    "parseScript",
    "parseSkillMd",
    "planCatalog",
    "playScript",
    "sectionsOf",
    "validateSkill",
  ],
  "profiles.ts": [
    "ActivationPolicy",
    "AiosMatch",
    "CatalogPolicy",
    "CommandPolicy",
    "CommandSpelling",
    "DiscoveryPolicy",
    "FormatPolicy",
    "KeywordSearch",
    "MatchingPolicy",
    "PROFILES",
    "PiscesSettings",
    "Profile",
    "Provider",
    "ResolutionKey",
    "ResolutionPolicy",
    "RootPattern",
    "SearchRanking",
    "SearchableSkill",
    "SemanticSearch",
    "ToolNaming",
    "TriggerHit",
    "TriggerIndex",
    "TriggerSearch",
    "TrustDefault",
    "WalkLimits",
    "findByDescription",
    "findByDescriptionAsync",
    "findByTrigger",
    "findProfile",
    "piscesOptions",
    "triggersOf",
  ],
  "node/index.ts": [
    "CatalogSize",
    "ChannelSpan",
    "CheckItem",
    "CheckStatus",
    "DoctorCheck",
    "DoctorOptions",
    "DoctorReport",
    "FileDecisionStoreOptions",
    "LoadedConfig",
    "NodeRuntimeOptions",
    "TemporaryProject",
    "TemporaryProjectOptions",
    "TemporaryRuntimeOptions",
    "channelTracer",
    "createRuntime",
    "discoverSkillsFromDir",
    "fileAuditLog",
    "fileDecisionStore",
    "fileIndexStore",
    "knowhowDirectories",
    "loadConfig",
    "nodeEnvironment",
    "nodeFiles",
    "nodeHash",
    "nodeWatcher",
    "publishEvents",
    "runDoctor",
    "temporaryProject",
  ],
  "node/state/index.ts": [
    "AppendLog",
    "AppendLogOptions",
    "CutTail",
    "Disk",
    "DiskFile",
    "LockOptions",
    "LogPosition",
    "LogRecord",
    "LogVerdict",
    "PrivateRead",
    "RecordFolderOptions",
    "RecordProblem",
    "RecordStore",
    "StoredRecord",
    "WriteFileOptions",
    "makeFolders",
    "openAppendLog",
    "readPrivateFile",
    "recordFolder",
    "removeEmptyFolders",
    "withLock",
    "writeFileAtomic",
  ],
  "toolkit.ts": [
    "ApprovalContext",
    "ApprovalOutcome",
    "ApprovalQuestion",
    "CLIENTS",
    "Client",
    "ClientMcp",
    "ClientSkills",
    "ConfigFilePattern",
    "DiagnosticDetail",
    "Field",
    "Fields",
    "JsonArray",
    "JsonComment",
    "JsonDocument",
    "JsonFault",
    "JsonMember",
    "JsonNode",
    "JsonObject",
    "JsonScalar",
    "JsonValue",
    "Kind",
    "MCP_CLIENT_IDS",
    "McpClientId",
    "Problem",
    "Project",
    "RenderLimits",
    "SkillUrl",
    "Template",
    "TemplateCache",
    "TemplateEnvironment",
    "TemplateError",
    "TemplateErrorCode",
    "TemplateExpression",
    "TemplateFacts",
    "TemplateFilter",
    "TemplateFilterUse",
    "TemplateLookup",
    "TemplateOptions",
    "TemplateProblem",
    "TemplateReference",
    "TemplateResult",
    "TemplateScope",
    "ValuePath",
    "ValueTemplate",
    "canonicalJson",
    "changedSince",
    "checkArgument",
    "checkOptions",
    "compareText",
    "compileExpression",
    "compileTemplate",
    "compileValue",
    "contentChanged",
    "contentTypeOf",
    "diagnose",
    "findProject",
    "formatCount",
    "formatNumber",
    "keptVerdict",
    "kinds",
    "nearestWord",
    "oneLine",
    "parseJsonc",
    "parseSkillUrl",
    "requestApproval",
    "templateCache",
  ],
  "otel/index.ts": [
    "OpenTelemetryAttributes",
    "OpenTelemetryOptions",
    "OpenTelemetrySpan",
    "OpenTelemetryTracer",
    "openTelemetryTracer",
    "skillAttributes",
  ],
  "testing/index.ts": [
    "AppendLogCase",
    "AppendLogUnderTest",
    "AuditLogCase",
    "AuditLogUnderTest",
    "BlobStoreCase",
    "BlobStoreUnderTest",
    "DecisionStoreCase",
    "EmbedderCase",
    "EnvironmentCase",
    "EnvironmentUnderTest",
    "FakeEnvironmentOptions",
    "FileSystemCase",
    "FileSystemUnderTest",
    "FileTree",
    "HashCase",
    "IndexStoreCase",
    "IndexStoreUnderTest",
    "MAX_RECORD_BYTES",
    "MemoryEntry",
    "RecordStoreCase",
    "RecordStoreUnderTest",
    "SkillSourceCase",
    "SkillSourceUnderTest",
    "TokenizerCase",
    "TracerCase",
    "TracerUnderTest",
    "WatcherCase",
    "WatcherUnderTest",
    "WrittenTree",
    "appendLogSuite",
    "auditLogSuite",
    "blobStoreSuite",
    "decisionStoreSuite",
    "embedderSuite",
    "environmentSuite",
    "fakeEnvironment",
    "fakePorts",
    "fileSystemSuite",
    "hashSuite",
    "indexStoreSuite",
    "memoryFiles",
    "mountFiles",
    "nodeHash",
    "recordStoreSuite",
    "skillSourceSuite",
    "tokenizerSuite",
    "tracerSuite",
    "watcherSuite",
    "writeTree",
  ],
};

describe("the public API of @knowhow/runtime", () => {
  it.each(Object.entries(publicApi))("of %s is exactly the list written here", (entry, names) => {
    expect(exportedNames(parseSource(`packages/runtime/src/${entry}`))).toEqual(names);
  });

  it("has a list here for every entry of the package", () => {
    const { exports } = JSON.parse(readFileSync(join(repository, "packages/runtime/package.json"), "utf8"));
    const sources = Object.values<Readonly<Record<string, string>>>(exports).flatMap(
      (entry) => entry["@knowhow/source"] ?? [],
    );
    expect(sources.sort()).toEqual(
      [...Object.keys(publicApi), "errors.ts"].map((entry) => `./src/${entry}`).sort(),
    );
  });

  it("gives every name one home, except what exists twice on purpose", () => {
    const all = Object.values(publicApi).flat();
    const twice = all.filter((name, at) => all.indexOf(name) !== at);
    // The engine with ports and the engine on Node; the hash of Node, which fake ports need as well.
    expect(twice).toEqual(["createRuntime", "nodeHash"]);
  });

  it("is small enough to be read in the entry for hosts", () => {
    expect(publicApi["index.ts"]?.length).toBeLessThanOrEqual(130);
  });
});

const adapters: Readonly<Record<string, readonly string[]>> = {
  "ai-sdk": ["AiSdkTool", "ArgumentSchema", "PreparedStep", "guardTools", "prepareStep", "skillTools"],
  anthropic: ["AnthropicLoop", "AnthropicRequest", "AnthropicTool", "RunnableTool", "anthropicLoop"],
  langchain: ["LangchainTool", "SkillsMiddleware", "skillsMiddleware"],
  mastra: ["MastraTool", "SkillsProcessor", "guardTools", "skillTools", "skillsProcessor"],
  openai: ["OpenAiTool", "callModelInputFilter", "guardTools", "skillTools"],
  plain: ["PlainCall", "PlainLoop", "PlainRequest", "PlainTool", "plainLoop"],
};

describe("the public API of @knowhow/hosts", () => {
  it("has one entry per framework", () => {
    const { exports } = JSON.parse(readFileSync(join(repository, "packages/hosts/package.json"), "utf8"));
    const entries = Object.keys(exports).filter((entry) => entry !== "./package.json");
    expect(entries.sort()).toEqual(Object.keys(adapters).map((name) => `./${name}`));
  });

  it.each(Object.entries(adapters))("of ./%s is exactly the list written here", (name, names) => {
    expect(exportedNames(parseSource(`packages/hosts/src/${name}.ts`))).toEqual(names);
  });
});

describe("the public API of @knowhow/embeddings", () => {
  it("is exactly the list written here", () => {
    expect(exportedNames(parseSource("packages/embeddings/src/index.ts"))).toEqual([
      "ConfiguredEmbeddersOptions",
      "EndpointEmbedderOptions",
      "FeatureExtraction",
      "OnnxEmbedderOptions",
      "OnnxOutput",
      "OnnxRuntime",
      "OnnxSession",
      "Prefixes",
      "STATIC_MODEL_FILE",
      "StaticEmbedderOptions",
      "SyncEmbedder",
      "TransformersEmbedderOptions",
      "TransformersModule",
      "configuredEmbedders",
      "endpointEmbedder",
      "onnxEmbedder",
      "staticDirectoryEmbedder",
      "staticEmbedder",
      "transformersEmbedder",
    ]);
  });
});

describe("the public API of @knowhow/mcp/server", () => {
  it("is exactly the list written here", () => {
    expect(exportedNames(parseSource("packages/mcp/src/server/index.ts"))).toEqual([
      "ChangedList",
      "HttpOptions",
      "HttpServing",
      "Pipes",
      "ResolveTopic",
      "Serving",
      "SkillServer",
      "SkillServerCheck",
      "SkillServerOptions",
      "ToolNameStyle",
      "createSkillServer",
      "serveSkillsOverHttp",
      "serveSkillsOverStdio",
    ]);
  });
});

describe("the public API of @knowhow/mcp/client", () => {
  it("is exactly the list written here", () => {
    expect(exportedNames(parseSource("packages/mcp/src/client/index.ts"))).toEqual([
      "ApproveSkill",
      "ConfiguredServers",
      "ConfiguredServersOptions",
      "DEFAULT_LIMITS",
      "RemoteServer",
      "RemoteServers",
      "RemoteServersOptions",
      "ServerAddress",
      "ServerCommand",
      "ServerLimits",
      "ServerOpener",
      "ServerTransport",
      "SkillOffer",
      "configuredServers",
      "connectSkillServers",
      "fileListingStore",
    ]);
  });

  it("shares no name with the other entries of the package, nor one that differs only in number", () => {
    const singular = (name: string) => name.replace(/s(?=Options$|$)/, "");
    const names = ["client", "server", "install"].flatMap((entry) => [
      ...new Set(exportedNames(parseSource(`packages/mcp/src/${entry}/index.ts`)).map(singular)),
    ]);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

/** The exported names of a file that writes each of them out, sorted by code unit. */
function exportedNames(source: ts.SourceFile): readonly string[] {
  return source.statements.flatMap(namesOf).sort();
}

function namesOf(statement: ts.Statement): readonly string[] {
  if (ts.isExportDeclaration(statement)) {
    if (!statement.exportClause) return ["*"];
    if (ts.isNamespaceExport(statement.exportClause)) return [statement.exportClause.name.text];
    return statement.exportClause.elements.map((element) => element.name.text);
  }
  const exported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword);
  if (!exported) return [];
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map((declaration) => declaration.name.getText());
  }
  const named =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement);
  return named && statement.name ? [statement.name.text] : [];
}
