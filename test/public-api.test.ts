import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { parseSource, repository } from "./support/sources.ts";

/** Every name, value or type, that a host can import. A change here is a change of the public API. */
const publicApi: Readonly<Record<string, readonly string[]>> = {
  "index.ts": [
    "Activation",
    "ActivationPolicy",
    "AiosMatch",
    "ArgumentSpec",
    "ArgumentValue",
    "Awaitable",
    "BlobStore",
    "CatalogEntry",
    "CatalogForm",
    "CatalogFormat",
    "CatalogFrame",
    "CatalogOptions",
    "CatalogPlan",
    "CatalogPolicy",
    "CatalogReport",
    "CatalogSummary",
    "Confusion",
    "CustomRoot",
    "DIAGNOSTIC_CODES",
    "Decision",
    "Diagnostic",
    "DiagnosticCode",
    "DiagnosticDetail",
    "DirectoryEntry",
    "DiscoveryPolicy",
    "ERROR_CODES",
    "Eligibility",
    "Embedder",
    "Environment",
    "ErrorCode",
    "EvaluateOptions",
    "Evaluation",
    "EvaluationReport",
    "EventListener",
    "FileBytes",
    "FileKind",
    "FileStat",
    "FileSystem",
    "FileText",
    "FormatPolicy",
    "Hash",
    "IndexStore",
    "IndexedFile",
    "Injection",
    "InlineSkill",
    "InstallHint",
    "KeywordSearch",
    "KnowhowError",
    "KnowhowEvent",
    "LabelledMessage",
    "LabelledSource",
    "Level",
    "LibraryEntry",
    "LibraryParts",
    "LibrarySnapshot",
    "LinkTarget",
    "LintCode",
    "LintLibrarySkill",
    "LintOptions",
    "LintSkillInput",
    "LoadReason",
    "MatchAnswer",
    "MatchOptions",
    "MatchRequest",
    "MatchingMode",
    "MatchingPolicy",
    "Message",
    "Missing",
    "Narrowing",
    "Origin",
    "Outcome",
    "OutlineSection",
    "Overlap",
    "OverlapReport",
    "OverlapSearch",
    "Override",
    "OverrideRows",
    "PROFILES",
    "PhraseRecall",
    "PiscesSettings",
    "Ports",
    "Precedence",
    "Profile",
    "Project",
    "Provider",
    "RULE_SETS",
    "RankedSkill",
    "RealPlace",
    "Recall",
    "Rejection",
    "Requirements",
    "ResolutionKey",
    "ResolutionPolicy",
    "Resource",
    "ResourceReading",
    "RootPattern",
    "RootReport",
    "RuleRow",
    "RuleSet",
    "RunningHash",
    "Runtime",
    "RuntimeOptions",
    "Scorer",
    "SearchHit",
    "SearchableSkill",
    "SemanticSearch",
    "Session",
    "SessionOptions",
    "SessionState",
    "Severity",
    "Skill",
    "SkillContent",
    "SkillEvaluation",
    "SkillFields",
    "SkillHead",
    "SkillLibrary",
    "SkillLoaded",
    "SkillMatch",
    "SkillMd",
    "SkillProvider",
    "SkillSections",
    "SkillSource",
    "SkillState",
    "SkillSummary",
    "SkillText",
    "SkillUrl",
    "SpanAttributes",
    "SpanHandle",
    "SpanName",
    "SpanStart",
    "StolenPhrase",
    "Tokenizer",
    "ToolCall",
    "ToolDecision",
    "ToolDefinition",
    "ToolNaming",
    "ToolOperation",
    "ToolResult",
    "Tracer",
    "TriggerHit",
    "TriggerIndex",
    "TriggerSearch",
    "TrustDecision",
    "TrustDefault",
    "TrustQuestion",
    "Turn",
    "TurnInput",
    "TurnReport",
    "Validation",
    "ValidationOptions",
    "Verdict",
    "WalkLimits",
    "WatchHandle",
    "Watcher",
    "WeighedEmbedder",
    "argumentSpecs",
    "compareText",
    "createRuntime",
    "diagnose",
    "estimateTokens",
    "evaluate",
    "findByDescription",
    "findByDescriptionAsync",
    "findByTrigger",
    "findProfile",
    "findProject",
    "hasErrors",
    "holdsSecrets",
    "isKnowhowError",
    "lintLibrary",
    "lintSkill",
    "listResources",
    "metisScorer",
    "nearestWord",
    "oneLine",
    "outlineOf",
    "parseLabelled",
    "parseSkillMd",
    "parseSkillUrl",
    "piscesOptions",
    "planCatalog",
    "sectionsOf",
    "triggersOf",
    "validateSkill",
  ],
  "node/index.ts": [
    "AppendLog",
    "AppendLogOptions",
    "CLIENTS",
    "ChannelSpan",
    "Client",
    "ClientMcp",
    "ClientSkills",
    "ConfigFilePattern",
    "CutTail",
    "Disk",
    "DiskFile",
    "EMBEDDER_FORMS",
    "EmbedderChoice",
    "JsonArray",
    "JsonComment",
    "JsonDocument",
    "JsonFault",
    "JsonMember",
    "JsonNode",
    "JsonObject",
    "JsonScalar",
    "LoadedConfig",
    "LockOptions",
    "LogPosition",
    "LogRecord",
    "LogVerdict",
    "MCP_CLIENT_IDS",
    "MatchingConfig",
    "MatchingSettings",
    "McpClientId",
    "McpConfig",
    "NodeRuntimeOptions",
    "PrivateRead",
    "RecordFolderOptions",
    "RecordProblem",
    "RecordStore",
    "ServerConfig",
    "StoredRecord",
    "WriteFileOptions",
    "channelTracer",
    "createRuntime",
    "discoverSkillsFromDir",
    "fileIndexStore",
    "knowhowDirectories",
    "lesserMode",
    "loadConfig",
    "makeFolders",
    "nodeEnvironment",
    "nodeFiles",
    "nodeHash",
    "nodeWatcher",
    "openAppendLog",
    "parseJsonc",
    "publishEvents",
    "readEmbedderChoice",
    "readPrivateFile",
    "recordFolder",
    "removeEmptyFolders",
    "withLock",
    "writeFileAtomic",
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
    "FakeEnvironmentOptions",
    "FileSystemCase",
    "FileSystemUnderTest",
    "FileTree",
    "MAX_RECORD_BYTES",
    "MemoryEntry",
    "RecordStoreCase",
    "RecordStoreUnderTest",
    "WrittenTree",
    "appendLogSuite",
    "fakeEnvironment",
    "fakePorts",
    "fileSystemSuite",
    "memoryFiles",
    "mountFiles",
    "nodeHash",
    "recordStoreSuite",
    "writeTree",
  ],
};

describe("the public API of @knowhow/runtime", () => {
  it.each(Object.entries(publicApi))("of %s is exactly the list written here", (entry, names) => {
    expect(exportedNames(parseSource(`packages/runtime/src/${entry}`))).toEqual(names);
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
      "Approval",
      "ApprovalStore",
      "ApproveSkill",
      "DEFAULT_LIMITS",
      "ListingShape",
      "ListingStore",
      "RemoteFile",
      "RemoteServer",
      "RemoteServers",
      "RemoteServersOptions",
      "RemoteSkill",
      "ServerAddress",
      "ServerCommand",
      "ServerLimits",
      "ServerOpener",
      "ServerTransport",
      "SkillOffer",
      "connectSkillServers",
      "fileApprovalStore",
      "fileListingStore",
    ]);
  });

  it("shares no name with the other entries of the package, nor one that differs only in number", () => {
    const singular = (name: string) => name.replace(/s(?=Options$|$)/, "");
    const names = ["client", "server"].flatMap((entry) => [
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
