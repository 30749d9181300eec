import { folded } from './folded.ts'

/** "Açaí & Cia. do João" becomes "acai-cia-do-joao"; at most `longest` letters, possibly none. */
export const slugOf = (name: string, longest: number): string =>
  folded(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, longest)
    .replace(/-+$/, '')
