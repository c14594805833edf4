/** Words that hold sentences together and do not tell one skill from another. A shortened line leaves them out. */
const ENGLISH =
  "a about above across after again against all along already also although always am among an and another any anything are around as at away " +
  "back be because been before being below between both but by can can't cannot could did do does doesn't doing don't done down during each " +
  "either else etc even ever every everything few for from further get gets getting give given gives go goes going got had has have having he " +
  "her here him his how however i i'm if in into is isn't it it's its itself just let lets like made make makes making many may me might more " +
  "most much must my need needed needing needs neither next now of off often on once one ones only onto or other others our out over own per " +
  "perhaps please put quite rather really same say saying says see several shall she should simply since so some someone something soon still " +
  "such sure take takes taking tell than that that's the their them then there these they thing things this those though through to together " +
  "too toward towards try trying under until up upon us usually various very via want wanted wants was way ways we well were what what's " +
  "whatever when whenever where whether which while who whom whose why will wish with within would yes yet you you're your yours yourself";

/** Words with which every skill introduces itself. */
const OF_SKILLS =
  "use used useful uses using usage skill skills user users user's ask asks asked asking mention mentions mentioned mentioning request requests " +
  "requested requesting trigger triggers triggered invoke invoked invokes activate activates activated call called load help helps helping keep " +
  "keeps cover covers covering provide provides providing support supports supporting enable enables enabling ensure ensures handle handles " +
  "handling work works working involve involves involving related include includes including based task tasks kind comprehensive guide guidance " +
  "best practices expert proven explicitly e.g i.e http https";

/** The most frequent ones of other languages that skills are written in. */
const OTHERS =
  "der die das den dem des ein eine einen einem einer und oder ist sind wird werden wenn mit bei nach aus auf für von vom zu zum zur im am als auch nutze verwende nutzer benutzer " +
  "le la les un une des du de et ou est sont pour par avec dans sur ce cette ces que qui quand lorsque au aux en utiliser utilisateur l'utilisateur " +
  "el los las del al y o es son para por con sin sobre que cuando se su sus como usar cuando usuario " +
  "um uma os as do da dos das no na nos nas e em com quando ao usuário il lo gli di che per con quando het een en of voor van met wanneer op te";

export const FUNCTION_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${OF_SKILLS} ${OTHERS}`.split(" "));

/** Words that say little by themselves: almost any skill creates something new or makes it better. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  (
    "add adding adds advanced better build building builds clean clear common complete core create creates creating custom directly effective " +
    "existing full generate generates generating good great high-quality implement implementing implements key manage manages managing master " +
    "modern multiple new perform performing plus powerful primary production-ready professional proper quality reliable robust run running set " +
    "sets setting simple specific state-of-the-art write writes writing"
  ).split(" "),
);
