/** A turn of phrase that reads as translated, and what to write instead. */
export interface Pattern {
  readonly match: RegExp
  readonly instead: string
}

export const patterns: readonly Pattern[] = [
  { match: /\bwhoever\b/gi, instead: 'any user who …, the caller, the process that …' },
  {
    match: /\b(?:for|of|by|to|from|with|than|as|at|on|then)\s+who\s+\w+s\b/gi,
    instead: 'a noun before "who": the person who …',
  },
  {
    match:
      /(?<!\b(?:people|person|one|those|anyone|everyone|user|users|customer|customers|manager)\s)\bwho (?:asks|comes|waits|reads|types|listens|is free|is told)\b/gi,
    instead: 'a noun before "who": the caller, the reader, the waiting process',
  },
  {
    match: /\b(?:is|are|was|were|be|been|gets|unless|until) told\b/gi,
    instead: 'is notified, is sent, is said',
  },
  { match: /\banew\b/gi, instead: 'again' },
  { match: /\bso many\b/gi, instead: 'this many, that number of' },
  {
    match: /\bwhat (?:comes|stands|lies|passes|falls)\b/gi,
    instead: 'a noun: the rest, the content, the next one',
  },
  {
    match: /\bstands? (?:there|here|beneath|behind|below|beside|in|on|at|apart|above|under|between|as)\b/gi,
    instead: 'is',
  },
  { match: /\b(?:how|as) (?:it|the \w+|they) (?:now )?stands?\b/gi, instead: 'its state, the current state' },
  {
    match: /\blies? (?:there|here|beneath|behind|below|in|on|at|apart|above|under|within|between)\b/gi,
    instead: 'is',
  },
  { match: /\bby (?:itself|themselves)\b/gi, instead: 'automatically, on its own, alone' },
  { match: /\bin turns\b/gi, instead: 'alternately' },
  { match: /\beverybody (?:looked|is done|who)\b/gi, instead: 'all transactions finished, everyone who' },
  {
    match: /\b(?:somebody|anybody|nobody|who|it|one) says so\b/gi,
    instead: 'name the event: until it is ended by hand',
  },
  { match: /\b(?:is|are|was) so\b(?=[.,;:)]|$)/gim, instead: 'say what is true' },
  { match: /\b(?:is|are|was|were) refused to\b/gi, instead: 'rejects, is rejected for, basic may not …' },
  { match: /\b(?:does|do|did) not come\b(?! out)/gi, instead: 'fails to load, does not arrive' },
  { match: /\bof before\b/gi, instead: 'earlier, previous' },
  { match: /\b(?:heard|told|asked) no more\b/gi, instead: 'stops receiving' },
  {
    match: /\bas (?:long|much|many|often) as (?:it|they|he|she) likes?\b/gi,
    instead: 'of any length, any number',
  },
  { match: /\bnothing of (?:it|this|them|the|others)\b/gi, instead: 'none of it, no data of' },
  { match: /\bhears? of\b|\bheard of\b/gi, instead: 'receives, is notified of' },
  { match: /\bwritten down\b/gi, instead: 'recorded, audited' },
  { match: /\b(?:is|are|was|were|be) taken away\b/gi, instead: 'removed, revoked' },
  { match: /\b(?:for|of|by|to) whom\b/gi, instead: 'a noun: the recipient, the author' },
  { match: /\b(?:therein|thereof|wherein|whereof)\b/gi, instead: 'in it, of it' },
  { match: /\bthe way (?:there|thither|back there)\b/gi, instead: 'the path to it' },
  {
    match:
      /\b[a-z]\w*(?:Whoever|Everybody|Anew|Foreseen)\w*\b|\b(?:foreseen|leaveEffect|tellStore|refuseTap\w*)\b/g,
    instead: 'a name from docs/glossary.md',
  },
  { match: /\b(?:let|const) it: TestApp\b/g, instead: 'app: `it` is a test function' },
]

export interface Hit {
  readonly line: number
  readonly text: string
  readonly instead: string
}

/** Every hit of a file. A line may hold several. */
export function hitsIn(source: string): Hit[] {
  return source
    .split('\n')
    .flatMap((text, index) =>
      patterns.flatMap(({ match, instead }) =>
        [...text.matchAll(match)].map(([found]) => ({ line: index + 1, text: found, instead })),
      ),
    )
}
