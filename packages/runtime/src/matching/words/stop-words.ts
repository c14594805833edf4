/** Words that say nothing about the purpose of a skill. */
const ENGLISH =
  "a about above after again all also am an and any anything are around as at away back be because been before being below between both but by " +
  "can cannot could did do does doing done down during each either else etc even every everything few for from further get gets " +
  "getting give given go goes going gonna got had has have having he her here hers him his how however i if in into is it its itself just " +
  "kind know let lets like lot made make makes making many may maybe me might mine more most much must my need needed needs never no nor not now of " +
  "off on once one only onto or other our ours out over own per perhaps please put quite rather really same say see " +
  "shall she should since so some someone something somehow still such sure take than thanks that the their theirs them then " +
  "there these they thing things this those though through thus to today together too try trying two under until up upon us " +
  "very via want wanted wants was way we well were what whatever when whenever where whether which while who whole whom whose " +
  "why will with within without won would yes yet you your yours yourself dont doesnt didnt cant isnt im ive id ill re ve ll thats whats hey hi hello ok okay";

/** Words that every skill uses to describe itself. */
const OF_SKILLS =
  "skill skills use used uses using user users task tasks ask asks asked asking help helps helping mention mentions mentioned " +
  "trigger triggers request requests requested agent agents claude assistant guide guidance provide provides " +
  "work works working e.g i.e related invoke invoked activate activated whenever including includes include based " +
  "covers cover handle handles specific various multiple capabilities comprehensive";

/** The same in other languages that users write in; without accents, as words are compared. */
const OTHERS =
  // German
  "der die das den dem des ein eine einen einem einer eines und oder aber ist sind war wird werden hat haben habe mir mich dir dich uns euch " +
  "ich du er sie wir ihr mein meine meinen meiner dein deine unser unsere fur von vom zu zum zur mit bei nach aus auf uber unter vor nicht kein keine " +
  "bitte kannst konnen konnte soll sollte muss mochte will wie was wer wo wann warum wenn weil dass als auch noch schon nur mal hier da dann so sehr " +
  "mach mache machen erstelle erstellen gib zeig brauche etwas alle alles diese dieser dieses diesen jetzt hilf hilfe im in am an um es eben doch denn danke hallo " +
  // French
  "le la les un une des du de d l et ou mais est sont je tu il elle nous vous ils elles mon ma mes ton ta tes notre nos votre vos son sa ses " +
  "pour par avec sans dans sur sous ce cet cette ces que qui quoi dont ou comment pourquoi quand peux peut pouvez veux voudrais faut fais faire aide aider moi " +
  "ne pas plus tres bien aussi au aux en y merci bonjour plait svp " +
  // Spanish and Portuguese
  "el los las una unos unas del al y o pero es son soy esta estan mi mis tu tus su sus nuestro nuestra para por con sin en sobre que quien como cuando " +
  "donde puedes puede podrias quiero necesito haz hacer ayuda ayudame me te se lo este esta esto estos estas muy mas tambien favor gracias hola " +
  "um uma uns umas os as do da dos das no na nos nas e ou mas meu minha meus minhas seu sua voce eu ele ela nos com sem pra pelo pela isso isto este esse " +
  "pode poderia quero preciso faca fazer ajuda ajude muito mais tambem obrigado obrigada ola por favor ao aos " +
  // Italian and Dutch
  "il lo gli uno di del della dei delle e o ma sono mio mia miei per con senza su che chi cosa come quando dove puoi voglio vorrei fai fare aiuto mi ti ci questo questa " +
  "molto piu anche grazie ciao het een en of maar ik jij je hij zij wij mijn jouw onze voor van met zonder op dit dat deze die kun kunt wil graag maak maken hoe wat wie waar wanneer niet ook nog alsjeblieft bedankt " +
  // Russian
  "и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне меня вот от еще нет о об из когда даже ну ли если " +
  "уже или ни быть был была были до вас вам там они тут где есть надо для мы тебя их чем без чего раз тоже под будет кто этот эта эти этого потому какои какая " +
  "какие мои моя свои чтобы можно при это такое пожалуиста нужен нужна нужно хочу могу сделаи помоги спасибо";

/** Character pairs that are function words in Chinese and Japanese. */
const PAIRS =
  "帮我 请帮 给我 我写 我的 我们 你的 一个 一下 一份 一篇 这个 那个 这些 可以 怎么 什么 为什 如何 需要 我要 我想 想要 请把 把这 我把 帮忙 能不 不能 是不 有没 没有 " +
  "してく てくだ くださ ださい して ます です した いる ある こと もの この その これ それ から まで たい ほしい 欲し を作 お願 願い ください 해줘 해주 주세 세요 합니 니다 하는 하고 있는";

/** Thai function words, and words that every skill uses to describe itself. */
const THAI =
  "ที่ ใน การ ความ ของ ให้ และ เป็น ได้ มี ไม่ จะ กับ หรือ จาก ว่า นี้ นั้น ครับ ค่ะ คะ นะ ผม ฉัน เรา คุณ เขา ช่วย หน่อย อยาก ต้องการ " +
  "ใช้ เมื่อ ผู้ใช้ อะไร ทำไม ยังไง อย่างไร อย่าง ไหน ไป มา แล้ว ก็ คือ ถึง อยู่ ด้วย ขอ โดย เพื่อ แต่ ถ้า ทำ บ้าง ไหม มาก กัน ต้อง นำ สิ่ง ทุก อีก แบบ เลย";

const WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OF_SKILLS} ${OTHERS} ${PAIRS} ${THAI}`.split(/\s+/));

/** True for a lower-case word, or a pair of characters, that says nothing about the subject. */
export function isStopWord(word: string): boolean {
  return WORDS.has(word);
}
