import { useState } from 'react'
import type { ChatMessage, ConversationView, LostCause } from '../../../contract/whatsapp/conversations.ts'
import { clockTime } from '../../words/format.ts'
import { nameOf } from './conversation-words.rules.ts'
import { ConfirmationButtons } from './unconfirmed-list.tsx'
import styles from './thread.module.css'

const byWords: Readonly<Record<ChatMessage['by'], string>> = {
  customer: 'Cliente',
  store: 'Balcão',
  person: 'Equipe',
  owner: 'Celular da loja',
}

const stateWords: Readonly<Record<NonNullable<ChatMessage['state']>, string>> = {
  queued: 'vai sair',
  sending: 'saindo',
  unsure: 'talvez não tenha saído',
  sent: 'enviada',
  delivered: 'entregue',
  read: 'lida',
  failed: 'não saiu',
  cancelled: 'cancelada',
  expired: 'não saiu a tempo',
}

const lostWords: Readonly<Record<LostCause, string>> = {
  withheld: 'a Meta não entrega mensagens a este cliente por enquanto',
  'no-account': 'este número não tem WhatsApp',
  'window-closed': 'passaram 24 horas da última mensagem do cliente',
  'opted-out': 'o cliente pediu para não receber',
  cap: 'o limite de gasto do mês acabou',
  'no-template': 'falta um texto aprovado pela Meta',
  template: 'a Meta não aprovou o texto',
  'no-phone': 'o cliente esconde o número',
  cleaned: 'a fila foi limpa',
}

const changeWords: Readonly<Record<NonNullable<ChatMessage['change']>, string>> = {
  edited: 'editada',
  unread: 'editada: o celular mostra o texto novo',
  deleted: 'apagada no WhatsApp',
}

/** Longer messages are folded, so that the newest ones stay near. */
const foldedLetters = 700
const lost: readonly ChatMessage['state'][] = ['failed', 'cancelled', 'expired']

export function Message({
  message: { id, by, at, text, state, lostBecause, asked, change },
  timezone,
  of,
  onAgain,
}: {
  readonly message: ChatMessage
  readonly timezone: string
  readonly of: Pick<ConversationView, 'storeId' | 'name' | 'phone'>
  /** Null: nobody can write now. */
  readonly onAgain: (() => void) | null
}) {
  const [open, setOpen] = useState(false)
  const folded = !open && text.length > foldedLetters + 200
  const failed = lost.includes(state)
  return (
    <li data-by={by} data-failed={failed || undefined}>
      <p>
        {folded ? `${text.slice(0, foldedLetters)}…` : text}
        {folded ? (
          <button type="button" onClick={() => setOpen(true)}>
            Ver a mensagem inteira
          </button>
        ) : null}
      </p>
      <small>
        {byWords[by]}, {clockTime(at, timezone)}
        {change ? `, ${changeWords[change]}` : null}
        {state ? (
          <>
            , <span className={failed ? styles.failed : ''}>{stateWords[state]}</span>
            {lostBecause ? `: ${lostWords[lostBecause]}` : null}
          </>
        ) : null}
        {failed && by === 'person' && onAgain ? (
          <button type="button" onClick={onAgain}>
            Mandar de novo
          </button>
        ) : null}
      </small>
      {asked ? <ConfirmationButtons storeId={of.storeId} messageId={id} whose={nameOf(of)} /> : null}
    </li>
  )
}
