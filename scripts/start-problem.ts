import { DatabaseSetupError } from '../server/db/schema/app-role.ts'
import { PostgresStartError } from '../server/db/postgres/postmaster.ts'

/** An error whose message already says in pt-BR what happened and what to do. */
export class StartProblem extends Error {}

const again = 'Rode npm start de novo: o que já foi feito não se perde.'

const sentences: readonly (readonly [RegExp, string])[] = [
  [
    /ENOSPC|No space left/i,
    'O disco está cheio. Libere espaço (o Balcão precisa de uns 2 GB) e rode npm start de novo.',
  ],
  [
    /timeout|ETIMEDOUT|timed out/i,
    `O banco de dados não respondeu a tempo: o computador está muito ocupado. Feche outros programas. ${again}`,
  ],
  [
    /ECONNREFUSED|ECONNRESET|Connection terminated|ENOTFOUND/i,
    `O banco de dados não aceitou a conexão. Se DATABASE_URL está definida, confira se ele está no ar. ${again}`,
  ],
  [
    /EACCES|EPERM|EROFS/i,
    'Faltou permissão para gravar. Confira o dono desta pasta e de DATA_DIR, e rode npm start de novo.',
  ],
  [/ENOMEM|heap out of memory/i, `Faltou memória. Feche outros programas. ${again}`],
]

/** What a person reads when the start ended: a sentence in pt-BR with what to do, then the program's own words. */
export function startProblem(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (error instanceof StartProblem || error instanceof DatabaseSetupError) return said
  const code = error instanceof Error ? String((error as NodeJS.ErrnoException).code ?? '') : ''
  const sentence = sentences.find(([pattern]) => pattern.test(`${code} ${said}`))?.[1]
  if (error instanceof PostgresStartError) return sentence ? `${sentence} (${said})` : `${said} ${again}`
  return `${sentence ?? `O Balcão não iniciou. ${again}`} (${said || code})`
}
