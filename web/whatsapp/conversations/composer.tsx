import { useIsPhone } from '../../kit/breakpoints.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { lettersOf } from './conversation-words.rules.ts'
import styles from './thread.module.css'

interface ComposerProps {
  readonly writing: {
    readonly busy: boolean
    readonly text: { readonly text: string; readonly key: string; readonly write: (text: string) => void }
    readonly send: (words: string, key: string) => Promise<boolean>
  }
}

/** The field for a person's message. Enter sends it, as in every chat; on a phone it starts a new line. */
export function Composer({ writing: { busy, text: kept, send } }: ComposerProps) {
  const phone = useIsPhone()
  const { text, key, write } = kept
  const letters = lettersOf(text)
  const reason = text.trim() === '' ? 'Escreva a mensagem.' : letters?.tooMany ? letters.words : null
  const submit = async () => {
    if (busy || reason !== null) return
    if (await send(text.trim(), key)) write('')
  }
  return (
    <form
      className={styles.composer}
      aria-label="Responder"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextArea
        label="Sua mensagem"
        rows={2}
        value={text}
        data-first
        error={letters?.tooMany ? letters.words : undefined}
        {...(letters
          ? { hint: letters.words }
          : phone
            ? {}
            : { hint: 'Enter manda. Shift e Enter pulam a linha.' })}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || phone || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      <Button type="submit" variant="primary" busy={busy} disabledReason={reason}>
        Enviar
      </Button>
    </form>
  )
}
