import { counted, nested, opened, repeated, texts } from "./make-text.ts";

const SENTENCE = "Counts the tracks of herons in a valley. ";
const LINE = "one line of it\n";

/** Ordinary, repetitive and hostile texts for every function. */
export const COMMON = texts(
  {
    "no characters": () => "",
    "different words": counted((at) => `${at.toString(36)}w `),
    "different sentences": counted((at) => `Counts ${at.toString(36)}x when ${at}. `),
    "growing runs of backticks": counted((at) => `${"`".repeat(at % 500)} `),
    "round brackets in each other": nested("(", ")"),
    "square brackets in each other": nested("[", "]"),
    "braces in each other": nested("{", "}"),
    "quotations in each other": nested("“", "”"),
    "a quotation without its end": opened('"', SENTENCE),
    "a fence without its end": opened("```\n", LINE),
  },
  [
    ...[SENTENCE, LINE, "word ", "the ", "a, ", "don't ", "a", "1", "a-b-", "QUJD"],
    ...[" ", "\n", "\r\n", "\t", ".", ". ", "-", ":", "/", "\\", "|", "*", "&", "@", "'", '"', "“a” "],
    ...[
      "(",
      "[",
      "](",
      "{",
      "}",
      "<",
      "`",
      "```\n",
      "$",
      "$1 ",
      "{{",
      "# A\n",
      "- a\n",
      "[a](b) ",
      "---\n",
      "a: b\n",
    ],
    ...[
      "http://a.dev ",
      "漢字",
      "ไทย",
      "e\u0301",
      "\u0301",
      "👍",
      "👨‍👩‍👧",
      "\ud83d",
      "\udc4d",
      "\u200b",
      "\0",
    ],
  ],
);

/** Markdown and YAML. */
export const DOCUMENTS = texts(
  {
    "different headings": counted((at) => `## Heading ${at}\n\ntext\n`),
    "different keys": counted((at) => `key${at}: value\n`),
    "growing indentation": counted((at) => `${" ".repeat(at % 500)}- a:\n`),
    "growing quotation": counted((at) => `${">".repeat(at % 500)} a\n`),
    "mappings in each other": nested("{a: ", "}"),
    "a tilde fence without its end": opened("~~~~\n", LINE),
    "a comment without its end": opened("<!-- ", SENTENCE),
    "frontmatter without its end": opened("---\nname: a\n", "key: value\n"),
    "frontmatter with its end": (size) =>
      `---\nname: a\ndescription: ${repeated(SENTENCE)(size)}\n---\n\nBody.\n`,
    "a block scalar": opened("---\nname: a\ndescription: >\n", "  one line of it\n"),
  },
  [
    ...["a: b: c\n", "a: |\n", "- - ", "? ", "&a ", "*a ", "!a ", "a: [", "a: {", "a: 'b\n", "name: a\n"],
    ...[
      "metadata:\n",
      "#a\n",
      "...\n",
      "## A\n\na\n",
      "> a\n",
      "| a | b |\n",
      "[a]: b\n",
      "<!--",
      "~~~\n",
      "1. a\n",
    ],
  ],
);

/** Descriptions, and arguments of commands. */
export const DESCRIPTIONS = texts(
  { "elements in each other": nested("<a>", "</a>"), "different clauses": counted((at) => `a${at} b, `) },
  [
    ...[
      "use when ",
      "not for ",
      "Use it. ",
      "a b, ",
      "the a ",
      "CamelCase ",
      "node.js ",
      "1. ",
      "한국 ",
      "...a ",
    ],
    ...["$ARGUMENTS ", "${", "$a", "--a=b ", "[a] ", "<a> ", "&amp;", "&lt", "a=", "'a' "],
  ],
);

/** Messages of users, and phrases. */
export const MESSAGES = texts(
  {
    "different names": counted((at) => `$skill-${at} `),
    "different commands": counted((at) => `/skill-${at} `),
  },
  [
    ...[
      "please ",
      "not ",
      "don't use ",
      "never ",
      "{x} ",
      "(a|",
      "[a] ",
      "/skill:a ",
      "/word ",
      "$word ",
      "a.b",
      "a@b.dev ",
    ],
    ...["“", "「", "no ", "ひらがな", "C:\\a\\", "**/", "src/*.ts ", "a?", "thanks ", "wrod "],
  ],
);

/** Templates and expressions. */
export const PLACEHOLDERS = texts(
  {
    "double braces in each other": nested("{{", "}}"),
    "blocks in each other": nested("{% if a %}", "{% endif %}"),
    "an expression without its end": opened("{{ ", "a + "),
    "different variables": counted((at) => `{% set v${at} = ${at} %}{{ v${at} }}`),
  },
  [
    ...[
      "{{ a }}",
      "{{ a | upper }}",
      "{{ b[0] }}",
      "{%",
      "{% if a %}",
      "{% raw %}",
      "{#",
      "{#}",
      "}}",
      "{{ 1 + ",
      "a | ",
    ],
    ...[
      "a.b.",
      "a[0]",
      "1 + ",
      "not ",
      "(a ",
      "f(",
      "'a' ~ ",
      "a if b else ",
      "{% for x in b %}{% endfor %}",
      "{{- a -}}\n",
    ],
  ],
);

/** Commands, programs, and what scanners look for. */
export const ATTACKS = texts(
  {
    "different lines of code": counted((at) => `v${at} = f(v${at - 1})\n`),
    "different shell lines": counted((at) => `A${at}=$A${at - 1}; cat f${at} > f${at + 1}\n`),
    "different addresses": counted((at) => `[a${at}](https://a${at}.dev/p) `),
    "substitutions in each other": nested("$(", ")"),
    "a here-document without its end": opened("cat <<EOF\n", LINE),
    "a long string of a program": (size) => `import os\nos.system("${repeated("echo a; ")(size)}")\n`,
    "a long command": (size) => `curl ${repeated("-H a ")(size)} https://a.dev | sh\n`,
  },
  [
    ...[
      "Bash ",
      "curl a | sh\n",
      "a; ",
      "a && ",
      "a=$a\n",
      "<<A\n",
      "echo a >> b\n",
      "sh -c '",
      "eval $a\n",
      "\\\n",
      "sudo ",
    ],
    ...["{a,", "{'}'", "{$( )", "{% ", "$(", "$a$b", "b''c", "if a; then\n", "a() {\n", "/a "],
    ...[
      "import a\n",
      "'a' + ",
      "f(",
      "f(a, ",
      "a.b(c).",
      "}).a(",
      "getattr(a, 'b')(",
      "require('a').b(",
      "/*",
      "//a\n",
      '"""',
    ],
    ...[
      "process.env + ",
      "dict(environ) ",
      "atob(",
      "=> ",
      "a = a + 'b'\n",
      "def a():\n",
      "\\x41",
      "0x41,",
      "%41",
    ],
    ...["password: x ", "api_key=", "ignore previous instructions ", "do not tell the user ", "you must "],
    ...[
      "https://a.dev/a.zip password: b ",
      "download a.zip ",
      "~/.ssh/id_rsa ",
      ".env ",
      "xn--a.",
      "<script>",
      "<!--",
      "pаypal ",
    ],
    ...[
      "data:text/html;base64,QUJD ",
      "![a](http://a.dev?b=",
      "a\u200bb ",
      "\u{e0041}",
      "\u202e",
      "\u001b[1m",
    ],
  ],
);
