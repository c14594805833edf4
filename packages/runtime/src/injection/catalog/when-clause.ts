/** Range of the clause that says when a skill applies. */
export interface WhenClause {
  readonly start: number;
  readonly end: number;
}

/** Words that start such a clause, in the languages of public skills. */
const OPENING =
  /\b(?:(?:should be |can be |must be |is )?used? (?:this (?:skill|agent|tool|command)|it|me|proactively|immediately|whenever|when|for|if|to|in|after|before|as)\b|trigger(?:s|ed)?(?: phrases?| words?)?(?: when| on| if| by| for|:)|(?:invoke|activate|apply|load|call|run)(?:d|s)?(?: this skill| this| it)? (?:when|whenever|if|for)\b|when(?:ever)? (?:the |a )?(?:user|you|someone|asked|working|writing|creating|building|handling|dealing)\b|(?:for|on) (?:tasks|requests|questions) (?:such as|like|about)\b|verwende|nutze diese|wenn der|utili[sz]er? (?:quand|lorsque|pour)|usar (?:cuando|para|quando)|cuando el usuario|quando o usu[aá]rio)|当用户|当需要|用于|适用于|使用场景|触发|する(?:とき|場合)|ときに使用|사용자가|때 사용/iu;

/** Finds the first when-clause; it extends to the end of its sentence. */
export function findWhenClause(description: string): WhenClause | undefined {
  const match = OPENING.exec(description);
  if (match === null) return undefined;
  return { start: match.index, end: sentenceEnd(description, match.index + match[0].length) };
}

/**
 * Index after the full stop that ends the sentence at `from`, or the end of the text. Dots inside words do not count.
 */
function sentenceEnd(text: string, from: number): number {
  const stop = /[.!?](?=\s|$)|[。！？]/g;
  stop.lastIndex = from;
  const match = stop.exec(text);
  return match === null ? text.length : match.index + match[0].length;
}
