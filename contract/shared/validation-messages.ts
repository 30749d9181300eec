import * as z from 'zod/mini'

/**
 * pt-BR messages for checks without a message of their own, because zod's `pt` is European Portuguese.
 * Import once at start-up on each side.
 */
export function speakPortuguese(): void {
  z.config({ localeError: (issue) => sentence(issue) })
}

function sentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Preencha este campo.' : 'O valor não é do tipo esperado.'
    case 'unrecognized_keys':
      return `Campo desconhecido: ${issue.keys.join(', ')}.`
    case 'too_small':
      return issue.origin === 'string'
        ? `Use pelo menos ${issue.minimum} caracteres.`
        : issue.origin === 'array'
          ? `Informe pelo menos ${issue.minimum}.`
          : `O valor precisa ser pelo menos ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Use até ${issue.maximum} caracteres.`
        : issue.origin === 'array'
          ? `Informe até ${issue.maximum}.`
          : `O valor pode ser até ${issue.maximum}.`
    case 'invalid_value':
      return `Escolha um destes: ${issue.values.map(String).join(', ')}.`
    case 'invalid_format':
      return 'O formato não é válido.'
    default:
      return 'Valor inválido.'
  }
}
