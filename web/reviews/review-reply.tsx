import { useRef, useState } from 'react'
import { withChannel } from '../../contract/shared/channels.ts'
import { replyLimit, replyReview, type Review } from '../../contract/reviews/reviews.ts'
import { ask } from '../api/ask.ts'
import { useForm } from '../forms/use-form.ts'
import { FormError } from '../kit/form-error.tsx'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { refreshAfterSale } from './after-sale-data.ts'
import { replyTemplates, type ReplyFacts } from './reply-templates.rules.ts'
import styles from './reviews-page.module.css'

/** A template fills the field and sends nothing. The marketplace publishes the reply once, so it is read once more. */
export function ReviewReply({ review, facts }: { readonly review: Review; readonly facts: ReplyFacts }) {
  const [key] = useState(() => crypto.randomUUID())
  const [writing, setWriting] = useState(review.draft !== null)
  const [reading, setReading] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const form = useForm({
    initial: { text: review.draft ?? '' },
    input: (values) => values,
    schema: replyReview.body,
    send: async (body) => {
      await ask(
        replyReview,
        { params: { reviewId: review.id }, body },
        { storeId: review.storeId, idempotencyKey: key },
      ).finally(() => void refreshAfterSale())
      notify(`Resposta enviada ${withChannel('a', review.source)}.`)
    },
  })
  const { text } = form.values
  const write = (words: string) => {
    form.set('text', words)
    setReading(false)
  }
  const begin = (words: string) => {
    write(words)
    setWriting(true)
    requestAnimationFrame(() => place.current?.querySelector('textarea')?.focus())
  }
  return (
    <form
      className={styles.answer}
      aria-label="Responder"
      noValidate
      onSubmit={(event) => {
        if (reading || replyReview.body?.safeParse({ text }).success === false) {
          form.onSubmit(event)
          setReading(false)
          return
        }
        event.preventDefault()
        setReading(true)
      }}
    >
      <div className={styles.chips} role="group" aria-label="Responder com">
        {[...replyTemplates(facts), { label: 'Escrever', text: '' }].map((one) => (
          <Button key={one.label} variant="soft" onClick={() => begin(one.text)}>
            {one.label}
          </Button>
        ))}
      </div>
      {writing ? (
        <div ref={place} className={styles.writing}>
          <TextArea
            label="Sua resposta"
            hint={`${text.length} de ${replyLimit}. Fica pública ${withChannel('em', review.source)} e não pode ser mudada.`}
            rows={5}
            maxLength={replyLimit}
            value={text}
            error={form.problem('text')}
            onChange={(event) => write(event.target.value)}
          />
          <FormError>{form.refusal}</FormError>
          {reading ? (
            <p className={styles.reading} role="status">
              Releia: publicada {withChannel('em', review.source)}, a resposta não pode ser mudada nem
              apagada.
            </p>
          ) : null}
          <Button type="submit" variant="primary" busy={form.busy}>
            {reading ? 'Publicar assim' : 'Publicar resposta'}
          </Button>
        </div>
      ) : null}
    </form>
  )
}
