/** "sou o Victor", "em nome de Ana Souza", "aqui é a Sandra da contabilidade": a name is written with a capital letter. */
const named =
  /(?:^|[\n,;.!])\s*(?:(?:oi|ol[aá]|opa)[,!]?\s+)?(?:[mM]eu nome (?:é|eh|e)|(?:[eE]u\s+)?(?:[sS]ou|[mM]e chamo)|[aA]qui (?:é|eh|e)|(?:(?:[cC]oloca|[pP][oõ]e|[bB]ota|[pP]ode ser|[pP]ode colocar)\s+)?(?:no|[eE]m|ao) nome (?:d[aeo]\s+)?)\s*(?:[oa]\s+)?(\p{Lu}\p{L}+(?:\s+(?:d[aeo]s?\s+)?\p{Lu}\p{L}+){0,3})(?:\s+d[aeo]\s+\p{Ll}+(?=$|[\n,;.!]))?(?=\s|$|[,;.!])/u

interface Named {
  /** The message without it. */
  readonly rest: string
  /** Null: no name was said. */
  readonly calledAs: string | null
}

/** In the name of which person the order is. */
export function splitName(text: string): Named {
  const calledAs = named.exec(text)?.[1] ?? null
  return { rest: calledAs === null ? text : text.replace(named, ' , '), calledAs }
}
