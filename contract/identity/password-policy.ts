import * as z from 'zod/mini'

/** Password requirements (docs/product/api.md), in the order of the form's checklist. */
export const passwordRules = [
  { name: 'length', label: 'Pelo menos 8 caracteres', meets: (text: string) => text.length >= 8 },
  { name: 'lower', label: 'Uma letra minúscula', meets: (text: string) => /\p{Ll}/u.test(text) },
  { name: 'upper', label: 'Uma letra maiúscula', meets: (text: string) => /\p{Lu}/u.test(text) },
  { name: 'digit', label: 'Um número', meets: (text: string) => /\d/.test(text) },
  {
    name: 'symbol',
    label: 'Um símbolo, como ! @ # ou -',
    meets: (text: string) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~+=\-`]/.test(text),
  },
] as const

export const maxPasswordLength = 4096

/** A new password. Common passwords are rejected by the server, which has the list. */
export const newPassword = z
  .string('Informe a nova senha.')
  .check(
    z.maxLength(maxPasswordLength, 'A senha pode ter até 4096 caracteres.'),
    ...passwordRules.map((rule) =>
      z.refine((text) => rule.meets(String(text)), `Falta na senha: ${rule.label.toLowerCase()}.`),
    ),
  )
