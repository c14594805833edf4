/** Questions that ask for information, not for something to be done, each with an example. */
export const FACT_EXAMPLES: readonly (readonly [example: string, pattern: RegExp])[] = [
  ["who invented the telephone", /^(?:who|whose)\b/],
  ["when is the next eclipse", /^(?:when|where) (?:is|are|was|were|did|does|do|will)\b/],
  ["how old is the universe", /^how (?:many|much|old|big|tall|far|long|often|popular)\b/],
  [
    "which phone should i buy",
    /^(?:which|what)\b.*\b(?:should i (?:buy|get|choose)|cheapest|most popular|newest|stand for|called)\b/,
  ],
  ["what does entropy mean", /^(?:what (?:does|do|did)\b.*\bmean|define\b|tell me about\b)/],
  [
    "what is the capital of peru",
    /^(?:what is|what's|what are|what was|what were) (?:the|a|an)\b(?! .*\b(?:best|stand for|called|newest)\b)/,
  ],
  [
    "is it true that bats are blind",
    /^(?:is|are|was|were|does|do|did|has|have) (?:it|there|you|people|humans|they|he|she)\b/,
  ],
  ["wer hat das telefon erfunden", /^(?:wer|wessen)\b/],
  [
    "glaubst du, dass es sich lohnt",
    /^(?:glaubst|meinst|findest|denkst|glauben|finden|denken) (?:du|sie)\b(?!.*\b(?:kannst|könntest|können|könnten)\b)/,
  ],
  [
    "wann ist die nächste sonnenfinsternis",
    /^(?:wann|wo) (?:ist|sind|war|waren|liegt|liegen|wird|wurde|gibt|beginnt|kommt)\b/,
  ],
  ["wie alt ist das universum", /^wie (?:viele?|alt|groß|hoch|weit|lange|oft)\b/],
  ["was bedeutet entropie", /^was (?:bedeutet|heißt|ist|war|sind) /],
  ["¿quién inventó el teléfono?", /^¿?(?:quién|quien|quiénes|quem|chi)\b/],
  [
    "¿dónde está el museo del prado?",
    /^¿?(?:cuándo|dónde|quando|onde|dove) (?:es|está|fue|será|queda|é|foi|fica|è|fu|si trova)(?!\p{L})/u,
  ],
  ["¿cuántos años tiene el universo?", /^¿?(?:cuánt[oa]s?|quant[oaie]s?)\b/],
  ["¿qué significa entropía?", /^¿?(?:qué|cuál|o que|cosa|che cosa) (?:significa|es|son|era|é|è)(?!\p{L})/u],
  ["¿crees que vale la pena?", /^¿?(?:crees?|piensas?|opinas?) que\b(?!.*\b(?:puedes?|podrías?)(?!\p{L}))/u],
  ["qui a inventé le téléphone", /^qui (?:a|ont|est|était|sont)(?!\p{L})/u],
  ["où se trouve le louvre", /^(?:où|quand) (?:est|sont|se trouve|a|ont|aura)(?!\p{L})/u],
  ["combien de pays y a-t-il en europe", /^(?:combien|quel âge)(?!\p{L})/u],
  [
    "que signifie entropie",
    /^(?:que (?:signifie|veut dire)|qu['’]est[- ]ce qu['’]|quel(?:le)?s? (?:est|sont|était)(?!\p{L}))/u,
  ],
  [
    "tu penses que ça vaut la peine",
    /^(?:est-ce que )?(?:tu penses|vous pensez|penses-tu|pensez-vous|tu crois|crois-tu)\b(?!.*\b(?:peux|pourrais|pouvez|pourriez)\b)/,
  ],
  ["电话是谁发明的", /是谁|是哪|谁是|什么意思|什么时候|有多[少大高远长]|多少[钱人年]|是什么$|在哪里?$/],
  ["你觉得这样做有意义吗", /^(?:你|您)(?:觉得|认为).*(?:吗|(.)[不没]\1)/],
  ["電話を発明したのは誰ですか", /(?:誰|いつ|どこ|何|いくら|いくつ)(?:です|でした|なの|だっけ)?か?$/],
  ["エントロピーとは", /(?:とは|って何|どういう意味.*|の意味は)$/],
  ["意味があると思いますか", /と(?:思い|考え)ますか$/],
  ["전화기를 발명한 사람은 누구예요", /(?:누구|뭐|무엇|언제|어디|얼마)(?:예요|에요|인가요|입니까|야|죠)?$/],
  ["그게 의미가 있다고 생각하세요", /(?:다고|라고) 생각(?:하세요|하니|하나요)$/],
  ["우주는 몇 살이야", /몇 ?(?:살|년|명|개|킬로)|무슨 뜻/],
];

/** Answers to these depend on the user or the day, so that somebody has to look. */
const OWN =
  /(?:^|[^\p{L}])(?:my|our|ours|mine|we|us|today|tonight|tomorrow|mein(?:e[mnrs]?)?|unser\p{L}*|wir|heute|mis?|nuestr\p{L}*|hoy|mañana|mon|ma|mes|notre|nos|nous|aujourd['’]hui|demain)(?![\p{L}])|我|帮|请|今天|明天|私|今日|明日|ください|우리|저희|제 |내 |오늘|내일|주세요|해 ?줘/u;

const LONGEST = 160;

/** True if a message reads like a question for information, which says little about whether a skill is needed. */
export function asksForFact(asked: string): boolean {
  const text = asked
    .trim()
    .toLowerCase()
    .replace(/(?<![?？!。．.])[?？!。．.]+$/u, "");
  return (
    text.length < LONGEST &&
    !text.includes("\n") &&
    FACT_EXAMPLES.some(([, pattern]) => pattern.test(text)) &&
    !OWN.test(text)
  );
}
