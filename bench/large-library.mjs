import { pick, randomNumbers } from "./random.mjs";

/**
 * A generated library as large as the ones that people collect: skills of thirty fields of work, with names, descriptions
 * and bodies that overlap as they do in public collections. The same count and seed always give the same skills.
 *
 * @typedef {{ readonly name: string; readonly description: string; readonly body: string }} LibrarySkill
 */

/** Per field of work: things, actions (verb in the third person), details. */
const FIELDS = [
  [
    "pdf document|form|scan|page|bookmark|watermark",
    "merges|splits|fills|compresses|redacts|extracts",
    "table text|signature|font|layer|attachment|encryption|margin",
  ],
  [
    "spreadsheet|pivot table|workbook|formula|chart|csv export",
    "cleans|formats|summarises|imports|validates|joins",
    "duplicate row|currency|column type|missing value|conditional colour|named range|date format",
  ],
  [
    "slide deck|presentation|speaker note|template|diagram|poster",
    "designs|outlines|restyles|shortens|translates|illustrates",
    "brand colour|layout grid|animation|agenda|appendix|handout|title page",
  ],
  [
    "pull request|code review|branch|commit message|merge conflict|changelog",
    "reviews|writes|rebases|labels|squashes|summarises",
    "reviewer|style guide|breaking change|signed commit|linked issue|stale branch|release tag",
  ],
  [
    "unit test|integration test|flaky test|test fixture|coverage report|snapshot",
    "writes|repairs|isolates|speeds up|generates|audits",
    "mock clock|parallel runner|edge case|mutation score|seeded random|timeout|retry",
  ],
  [
    "container|kubernetes cluster|helm chart|pod|ingress|namespace",
    "deploys|debugs|scales|upgrades|secures|monitors",
    "readiness probe|memory limit|rolling update|node pool|sidecar|certificate|quota",
  ],
  [
    "terraform module|cloud account|virtual network|storage bucket|access policy|cost report",
    "provisions|imports|refactors|estimates|hardens|tears down",
    "remote state|drift|tagging rule|budget alert|subnet|role binding|backup",
  ],
  [
    "database schema|migration|slow query|index|stored procedure|replica",
    "designs|migrates|tunes|documents|seeds|restores",
    "foreign key|lock|partition|query plan|null constraint|vacuum|connection pool",
  ],
  [
    "rest endpoint|graphql schema|webhook|api client|openapi file|rate limit",
    "designs|mocks|documents|versions|secures|tests",
    "pagination|error body|idempotency key|bearer token|deprecation|cursor|callback",
  ],
  [
    "landing page|react component|stylesheet|accessibility audit|design system|web form",
    "builds|restyles|audits|animates|localises|prototypes",
    "keyboard focus|contrast|breakpoint|dark mode|hydration|lazy image|aria label",
  ],
  [
    "mobile app|push notification|app store listing|crash report|onboarding flow|deep link",
    "builds|ships|profiles|localises|signs|instruments",
    "provisioning profile|cold start|screenshot|gesture|offline cache|battery|permission prompt",
  ],
  [
    "machine learning model|training run|dataset|embedding|prompt|evaluation",
    "trains|fine-tunes|evaluates|labels|distils|compares",
    "learning rate|checkpoint|class imbalance|leakage|confusion matrix|tokenizer|batch size",
  ],
  [
    "genome sequence|protein structure|single cell dataset|lab protocol|phylogeny|assay",
    "aligns|annotates|predicts|clusters|plots|normalises",
    "reference genome|read depth|marker gene|p value|batch effect|residue|plate",
  ],
  [
    "literature review|citation|research paper|abstract|bibliography|peer review",
    "searches|summarises|formats|drafts|compares|critiques",
    "doi|inclusion criteria|related work|methods section|preprint|hypothesis|limitation",
  ],
  [
    "newsletter|blog post|press release|social media post|content calendar|headline",
    "writes|edits|schedules|repurposes|proofreads|optimises",
    "call to action|tone of voice|hashtag|subject line|teaser|audience|publishing date",
  ],
  [
    "keyword list|search ranking|sitemap|backlink|meta description|crawl report",
    "researches|audits|rewrites|monitors|clusters|improves",
    "canonical address|search volume|redirect|rich snippet|competitor|intent|anchor text",
  ],
  [
    "invoice|expense report|tax return|bank statement|budget|payroll run",
    "creates|reconciles|categorises|forecasts|checks|archives",
    "vat number|due date|receipt|exchange rate|cost centre|deduction|late fee",
  ],
  [
    "contract|privacy policy|clause|licence|terms of service|due diligence",
    "drafts|reviews|redlines|compares|explains|summarises",
    "liability cap|governing law|indemnity|termination notice|personal data|warranty|renewal",
  ],
  [
    "job posting|résumé|interview|offer letter|onboarding plan|performance review",
    "writes|screens|tailors|plans|scores|prepares",
    "salary range|cover letter|competency|reference call|probation|feedback|career goal",
  ],
  [
    "sales pipeline|lead list|cold email|crm record|proposal|renewal",
    "qualifies|enriches|writes|updates|forecasts|follows up on",
    "decision maker|deal stage|objection|discount|demo call|win rate|account plan",
  ],
  [
    "support ticket|help article|refund|chat transcript|escalation|customer survey",
    "triages|answers|tags|drafts|routes|analyses",
    "priority|sentiment|macro|service level|known issue|duplicate ticket|follow-up",
  ],
  [
    "vulnerability|dependency|secret leak|threat model|firewall rule|incident",
    "scans|patches|rotates|models|investigates|reports",
    "severity|exploit|blast radius|timeline|lateral movement|allow list|audit trail",
  ],
  [
    "log file|alert|dashboard|trace|outage|postmortem",
    "queries|correlates|builds|silences|explains|writes",
    "error budget|percentile|on-call rotation|span|root cause|threshold|runbook",
  ],
  [
    "meeting note|calendar|to-do list|email inbox|agenda|weekly report",
    "summarises|schedules|prioritises|drafts|sorts|reminds about",
    "action item|time zone|attendee|recurring event|unread thread|deadline|decision",
  ],
  [
    "video|podcast|subtitle|transcript|thumbnail|voice-over",
    "cuts|transcribes|downloads|converts|captions|mixes",
    "frame rate|speaker label|noise|chapter|loudness|codec|clip",
  ],
  [
    "photo|logo|icon set|illustration|colour palette|image prompt",
    "resizes|retouches|generates|vectorises|upscales|exports",
    "transparent background|aspect ratio|grain|metadata|crop|alpha channel|mask",
  ],
  [
    "travel itinerary|flight|hotel|visa|packing list|restaurant",
    "plans|books|compares|tracks|recommends|cancels",
    "layover|budget|loyalty points|weather|opening hours|passport|seat",
  ],
  [
    "recipe|meal plan|shopping list|workout|sleep log|diet",
    "plans|scales|suggests|tracks|adapts|balances",
    "allergy|calorie|protein|rest day|pantry|portion|heart rate",
  ],
  [
    "lesson plan|quiz|flashcard|essay|language course|homework",
    "creates|grades|explains|simplifies|translates|adapts",
    "learning goal|rubric|vocabulary|reading level|spaced repetition|hint|pronunciation",
  ],
  [
    "smart home|sensor|robot|firmware|circuit|3d print",
    "automates|calibrates|flashes|simulates|controls|designs",
    "baud rate|relay|motor|temperature|infill|voltage|scene",
  ],
];

/** Who a skill is made for. */
const PEOPLE =
  "archivist beekeeper botanist bookseller carpenter cartographer choirmaster cyclist dentist diver farmer firefighter florist gardener geologist goldsmith hairdresser historian hotelier illustrator janitor jeweller judge knitter lawyer librarian locksmith magician mechanic meteorologist midwife miner musician nurse optician painter parent paramedic pensioner pharmacist photographer pilot plumber poet potter principal quilter ranger roofer sailor sculptor secretary shepherd skipper surveyor tailor tanner teacher translator treasurer upholsterer vet volunteer waiter weaver welder zoologist".split(
    " ",
  );
/** What it promises. */
const PROMISES =
  "accuracy balance brevity calm candour clarity comfort confidence consistency courtesy craft curiosity depth dignity discipline durability elegance empathy fairness focus fluency fun grace harmony honesty humour insight joy momentum neatness openness patience polish precision privacy purpose quiet readability reach resilience rhythm rigour safety savings serenity simplicity speed stability sturdiness style symmetry teamwork thrift tidiness traceability transparency trust variety warmth wit wonder".split(
    " ",
  );

const MOMENTS = [
  "the user asks for",
  "someone mentions",
  "a project needs",
  "working on",
  "the task is about",
  "there is trouble with",
];
const OPENINGS = ["Use when", "Use this skill when", "Use for anything where", "Triggers when"];
const ENDINGS = ["helper", "assistant", "toolkit", "expert", "workflow", "guide", "pro", "kit"];
const SYLLABLES =
  "ba be bo da de do fa fi go ha ka ki ko la le lo ma me mo na ni no pa pe po ra re ri ro sa se si ta te ti to va ve vo wa zu zo".split(
    " ",
  );

/** @param {number} count @param {number} [seed] @returns {readonly LibrarySkill[]} */
export function makeLargeLibrary(count, seed = 1) {
  const random = randomNumbers(seed);
  /** @type {Map<string, LibrarySkill>} */
  const skills = new Map();
  while (skills.size < count) {
    const skill = makeSkill(random);
    if (!skills.has(skill.name)) skills.set(skill.name, skill);
  }
  return [...skills.values()];
}

/** @param {() => number} random @returns {LibrarySkill} */
function makeSkill(random) {
  const [things, actions, details] = pick(FIELDS, random).map((row) => row.split("|"));
  const [thing, other] = [pick(things ?? [], random), pick(things ?? [], random)];
  const action = pick(actions ?? [], random);
  const [first, third] = [pick(details ?? [], random), pick(details ?? [], random)];
  const product = random() < 0.6 ? productName(random) : undefined;
  const foreign = pick((pick(FIELDS, random)[2] ?? "").split("|"), random);
  const name = nameOf({ thing, action, product, detail: first }, random);
  const inside = product === undefined ? "" : ` ${pick(["with", "for", "in", "from"], random)} ${product}`;
  const what = `${capital(action)} ${plural(thing)}${inside}, with attention to ${plural(first)} and ${plural(foreign)}.`;
  const when = `${pick(OPENINGS, random)} ${pick(MOMENTS, random)} ${plural(thing)}, ${plural(other)} or ${plural(third)}.`;
  const why = `Made for ${plural(pick(PEOPLE, random))} who want ${pick(PROMISES, random)}.`;
  const description = [what, ...(random() < 0.6 ? [when] : []), ...(random() < 0.7 ? [why] : [])].join(" ");
  const steps = [1, 2, 3, 4].map(
    (step) =>
      `${step}. Look at the ${pick(things ?? [], random)}, note every ${pick(details ?? [], random)}, and tell the user.`,
  );
  return { name, description, body: `# ${capital(thing)}\n\n${steps.join("\n")}\n` };
}

/** @param {{ thing: string; action: string; product: string | undefined; detail: string }} of @param {() => number} random */
function nameOf({ thing, action, product, detail }, random) {
  const subject = thing.split(" ").slice(-2).join("-");
  const maker = product?.toLowerCase() ?? detail.split(" ")[0] ?? "";
  const ending = pick(ENDINGS, random);
  const shapes = [
    [maker, subject],
    [subject, (action.split(" ")[0] ?? "").replace(/s$/, "")],
    [subject, ending],
    [maker, subject, ending],
    [maker, detail.replaceAll(" ", "-")],
  ];
  return pick(shapes, random)
    .join("-")
    .normalize("NFD")
    .replace(/[^a-z0-9-]/g, "");
}

/** A made-up product: some are in many skills, most in few. @param {() => number} random */
function productName(random) {
  const rank = Math.floor(Math.exp(random() * Math.log(900)));
  const own = randomNumbers(rank + 7);
  const parts = Array.from({ length: 2 + (rank % 2) }, () => pick(SYLLABLES, own));
  return capital(`${parts.join("")}${rank % 3 === 0 ? "ly" : ""}`);
}

/** @param {string} text */
function plural(text) {
  if (/[^aeiou]y$/.test(text)) return `${text.slice(0, -1)}ies`;
  if (/[^s]s$/.test(text)) return text;
  return /(?:s|x|ch|sh)$/.test(text) ? `${text}es` : `${text}s`;
}

/** @param {string} text */
function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
