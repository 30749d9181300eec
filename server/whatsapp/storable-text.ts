/** PostgreSQL keeps no NUL in a text. */
export const storableText = (text: string): string => text.replaceAll('\u0000', '\uFFFD')
