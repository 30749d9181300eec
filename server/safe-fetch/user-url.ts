/** Labels of letters, digits and hyphens, at least two, the last one no number: never an address, a port or credentials. */
const plain =
  /^https:\/\/(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?(?:[/?][\x21-\x5b\x5d-\x7e]*)?$/i

/**
 * An address that a user gave and that the server will call, or null. URL parsers disagree about everything beyond
 * plain https host names, so that one checks a host and another connects elsewhere; such an address is rejected
 * instead of repaired. Call it with an agent of `publicAgent`, which looks at the numbers behind the name.
 */
export function userUrl(text: string): URL | null {
  return plain.test(text) ? new URL(text) : null
}
