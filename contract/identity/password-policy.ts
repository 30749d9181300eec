import * as z from 'zod/mini'

/** What every password must have (docs/product.md section 7), in the order that the form's checklist shows. */
export const passwordRules = [
  { name: 'length', words: 'Pelo menos 8 caracteres', meets: (text: string) => text.length >= 8 },
  { name: 'lower', words: 'Uma letra minúscula', meets: (text: string) => /\p{Ll}/u.test(text) },
  { name: 'upper', words: 'Uma letra maiúscula', meets: (text: string) => /\p{Lu}/u.test(text) },
  { name: 'digit', words: 'Um número', meets: (text: string) => /\d/.test(text) },
  {
    name: 'symbol',
    words: 'Um símbolo, como ! @ # ou -',
    meets: (text: string) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~+=\-`]/.test(text),
  },
] as const

export const longestPassword = 4096

/** A new password. Common ones are refused by the server, which knows the list. */
export const newPassword = z
  .string('Informe a nova senha.')
  .check(
    z.maxLength(longestPassword, 'A senha pode ter até 4096 caracteres.'),
    ...passwordRules.map((rule) =>
      z.refine((text) => rule.meets(String(text)), `Falta na senha: ${rule.words.toLowerCase()}.`),
    ),
  )
