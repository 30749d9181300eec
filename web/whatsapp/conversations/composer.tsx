import { useRef } from 'react'
import type { QuickAnswer } from '../../../contract/whatsapp/conversations.ts'
import { useIsPhone } from '../../kit/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { lettersOf } from './conversation-words.rules.ts'
import { complete, filled, lacking, quickAnswers, type TalkFacts } from './quick-answers.rules.ts'
import styles from './thread.module.css'

interface ComposerProps {
  readonly writing: {
    readonly busy: boolean
    readonly text: { readonly text: string; readonly key: string; readonly write: (text: string) => void }
    readonly send: (words: string, key: string) => Promise<boolean>
  }
  readonly quick: {
    /** What quick answers can say now. */
    readonly facts: () => TalkFacts
    /** The store's own, after those of every store. */
    readonly own: readonly QuickAnswer[]
  }
  /** Nobody has the conversation: sending takes it. */
  readonly takes: boolean
}

const maxDigit = 9

/**
 * The field for a person's message, with quick answers above it: Alt and a digit fills one in. Enter sends, as in every
 * chat; on a phone it starts a new line.
 */
export function Composer({ writing: { busy, text: kept, send }, quick, takes }: ComposerProps) {
  const answers = complete([...quickAnswers, ...quick.own], quick.facts())
  const phone = useIsPhone()
  const form = useRef<HTMLFormElement>(null)
  const { text, key, write } = kept
  const letters = lettersOf(text)
  const lacks = lacking(text)
  const reason = text.trim() === '' ? 'Escreva a mensagem.' : letters?.tooMany ? letters.words : lacks
  const submit = async () => {
    if (busy || reason !== null) return
    if (await send(text.trim(), key)) write('')
  }
  const fill = (answer: QuickAnswer) => {
    write(filled(answer, quick.facts()))
    form.current?.querySelector('textarea')?.focus()
  }
  return (
    <form
      ref={form}
      className={styles.composer}
      aria-label="Responder"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.quick} role="group" aria-label="Respostas rápidas">
        {answers.map((answer, index) => (
          <Button
            key={answer.label}
            variant="soft"
            {...(index < maxDigit ? { 'aria-keyshortcuts': `Alt+${index + 1}` } : {})}
            onClick={() => fill(answer)}
          >
            {answer.label}
            {phone || index >= maxDigit ? null : <kbd aria-hidden="true">{index + 1}</kbd>}
          </Button>
        ))}
      </div>
      <TextArea
        label="Sua mensagem"
        rows={2}
        value={text}
        data-first
        error={letters?.tooMany ? letters.words : (lacks ?? undefined)}
        {...(letters
          ? { hint: letters.words }
          : phone
            ? { placeholder: 'Mensagem' }
            : { hint: 'Enter manda. Shift e Enter pulam a linha. Alt e um número trazem uma resposta.' })}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          const answer = event.altKey ? answers[Number(event.code.replace('Digit', '')) - 1] : undefined
          if (answer) {
            event.preventDefault()
            fill(answer)
            return
          }
          if (event.key !== 'Enter' || event.shiftKey || phone || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      <Button type="submit" variant="primary" busy={busy} disabledReason={reason}>
        {takes && !phone ? 'Assumir e enviar' : 'Enviar'}
      </Button>
    </form>
  )
}
