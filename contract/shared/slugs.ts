import * as z from 'zod/mini'

/** Lower-case ASCII words joined by single hyphens, 3 to 60 characters (docs/product/api.md). */
export const slugText = z
  .string('Informe o endereço.')
  .check(
    z.minLength(3, 'O endereço precisa de pelo menos 3 caracteres.'),
    z.maxLength(60, 'O endereço pode ter até 60 caracteres.'),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use letras minúsculas sem acento, números e hífens entre palavras.'),
  )
