/**
 * The one list of words that say nothing about a skill. Function words hold a sentence together; vague words occur in
 * requests and descriptions of every kind. All in lower case without accents, as words are compared.
 */
const ENGLISH_FUNCTION_WORDS = listed(
  `a about after all also am an and any are as at be been before but by can cannot could d did do does doing
   done don for from get give going got had has have he hello help her here hey hi him his how i if in into is
   it its just know let like ll m may me might mine more my need no not now of ok okay on one or our out over
   please re s shall she should show so some something t tell than thank thanks that the their them then there
   these they thing things this those to too up us use using ve very want was we were what when where which
   while who why will with would yes you your`,
);
const ENGLISH_VAGUE_WORDS = listed(
  `above again anything around away back because being below between both down during each either else etc even
   every everything few further gets getting given go goes gonna having hers however itself kind lets lot made
   make makes making many maybe most much must needed needs never nor off once only onto other ours own
   perhaps put quite rather really same say see since someone somehow still such sure take theirs though
   through thus today together try trying two under until upon via wanted wants way well whatever whenever
   whether whole whom whose within without won yet yours yourself dont doesnt didnt cant isnt ive id ill
   thats whats skill skills used uses user users ask asks asked asking helps helping mention mentions mentioned
   trigger triggers assistant provide provides work works working related invoke invoked activate activated
   including includes include based specific various multiple comprehensive`,
);

/** The same in other languages that users write in. */
const FUNCTION_WORDS = listed(
  `der die das den dem des ein eine einen einem einer und oder zu zum zur fur mit von vom im auf ist sind wie
   wer wo wann warum kann kannst konnen konntest du ich mir mich wir ihr es bitte danke mein meine le la les un
   une de et ou au aux pour avec dans sur est que qui quoi quel quelle comment pourquoi je tu il elle nous vous
   moi mon ma mes ce cette peux pouvez merci el los las una del y o al para con en quien como por porque yo mi
   puedes puede favor gracias este esta cual os um uma da dos em e eu voce meu minha pode obrigado quem lo gli
   di della per che perche puoi grazie mio mia chi cosa и в на что как это для мне я ты вы с по из пожалуиста
   кто где ли`,
);
const VAGUE_WORDS = listed(
  `eines aber war wird werden hat haben habe dir dich uns euch er sie meinen meiner dein deine unser unsere bei
   nach aus uber unter vor nicht kein keine konnte soll sollte muss mochte wenn weil dass als auch noch schon
   nur mal hier dann sehr mach mache machen erstelle erstellen gib zeig brauche etwas alle alles diese dieser
   dieses diesen jetzt hilf hilfe eben doch denn hallo l mais sont ils elles ton ta tes notre nos votre vos son
   sa ses par sans sous cet ces quand peut veux voudrais faut fais faire aide aider ne pas plus tres bien aussi
   bonjour plait svp unos unas pero soy estan mis tus su sus nuestro nuestra sin sobre cuando donde podrias
   quiero necesito haz hacer ayuda ayudame te se esto estos estas muy mas tambien hola umas na nas meus minhas
   seu sua ele ela com sem pra pelo pela isso isto esse poderia quero preciso faca fazer ajuda ajude muito
   tambem obrigada ola ao aos uno dei delle sono miei senza come quando dove voglio vorrei fai fare aiuto ti
   questo questa molto piu anche ciao het een maar ik jij hij zij wij mijn jouw onze voor van met zonder op dit
   dat deze kun kunt wil graag maak maken hoe wat waar wanneer niet ook nog alsjeblieft bedankt во не он со а
   то все она так его но да к у же за бы только ее меня вот от еще нет о об когда даже ну если уже или ни быть
   был была были до вас вам там они тут есть надо мы тебя их чем без чего раз тоже под будет этот эта эти этого
   потому какои какая какие мои моя свои чтобы можно при такое нужен нужна нужно хочу могу сделаи помоги
   спасибо`,
);

/** Pairs of characters that are function words in Chinese, Japanese and Korean. */
const PAIRS = listed(
  `帮我 请帮 给我 我写 我的 我们 你的 一个 一下 一份 一篇 这个 那个 这些 可以 怎么 什么 为什 如何 需要 我要 我想 想要 请把 把这 我把 帮忙 能不 不能 是不 有没 没有 して ます です した
   いる ある こと もの この その これ それ から まで たい 欲し を作 お願 願い てく くだ ださ さい しい った って まし ので うに いう 해줘 해주 주세 세요 합니 니다 하는 하고 있는 으로 에서 습니 는데 어떻 떻게 이거 나요 까요 줘요 해야`,
);

/** Single characters in the same scripts: particles and questions. */
const SIGNS: ReadonlySet<string> = new Set(
  "什么是的了吗呢吧请我你您这那个把给帮和与或怎样如何をはがのにへともでかやねよ을를이가은는의에도요",
);

/** Thai function words, and words that every skill uses to describe itself. */
const THAI = listed(
  `ที่ ใน การ ความ ของ ให้ และ เป็น ได้ มี ไม่ จะ กับ หรือ จาก ว่า นี้ นั้น ครับ ค่ะ คะ นะ ผม ฉัน เรา คุณ เขา
   ช่วย หน่อย อยาก ต้องการ ใช้ เมื่อ ผู้ อะไร ทำไม ยัง ไง อย่างไร อย่าง ไหน ไป มา แล้ว ก็ คือ ถึง อยู่ ด้วย
   ขอ โดย เพื่อ แต่ ถ้า ทำ บ้าง ไหม มาก กัน ต้อง นำ สิ่ง ทุก อีก แบบ เลย`,
);

type StopList =
  | "ENGLISH_FUNCTION_WORDS"
  | "ENGLISH_VAGUE_WORDS"
  | "FUNCTION_WORDS"
  | "VAGUE_WORDS"
  | "PAIRS"
  | "SIGNS"
  | "THAI";

/** Every list by its name, so that a test can try each of their words. */
export const STOP_LISTS: Readonly<Record<StopList, ReadonlySet<string>>> = {
  ENGLISH_FUNCTION_WORDS,
  ENGLISH_VAGUE_WORDS,
  FUNCTION_WORDS,
  VAGUE_WORDS,
  PAIRS,
  SIGNS,
  THAI,
};

/** True for a folded word, or a pair of characters, that says nothing about the subject. */
export function isStopWord(word: string): boolean {
  return (
    isEnglishStopWord(word) ||
    FUNCTION_WORDS.has(word) ||
    VAGUE_WORDS.has(word) ||
    PAIRS.has(word) ||
    THAI.has(word)
  );
}

/** The same in English only: `CI` and `MIT` in capitals are no words of Italian or German. */
export function isEnglishStopWord(word: string): boolean {
  return ENGLISH_FUNCTION_WORDS.has(word) || ENGLISH_VAGUE_WORDS.has(word);
}

/** True for a folded word, or a single character, that only holds a sentence together. */
export function isFunctionWord(word: string): boolean {
  return ENGLISH_FUNCTION_WORDS.has(word) || FUNCTION_WORDS.has(word) || SIGNS.has(word);
}

function listed(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/));
}
