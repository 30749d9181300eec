import { useState } from 'react'
import { withChannel } from '../../../contract/shared/channels.ts'
import { readQualityReport } from '../../../contract/reports/quality.ts'
import { readReviews, replyLimit, replyReview, type Review } from '../../../contract/reviews/reviews.ts'
import { ask } from '../../api/ask.ts'
import { refresh } from '../../api/query.ts'
import { useForm } from '../../forms/use-form.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Hidden } from '../../ui/hidden.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { plural } from '../../words/format.ts'
import { OrderedItems } from './quality-ordered-items.tsx'
import { Row, Stack } from '../../kit/layout.tsx'
import { FormError } from '../../kit/form-error.tsx'
import styles from './quality-page.module.css'

/** Openings that the user completes; a reply that is only an opening cannot be published. */
const beginnings: readonly (readonly [label: string, text: string])[] = [
  ['Desculpas', 'Olá! Sentimos muito por isso. '],
  ['Atraso', 'Olá! Sentimos pela demora: reforçamos a equipe neste horário. '],
  ['Item faltando', 'Olá! Sentimos pelo item que faltou: passamos a conferir cada embalagem. '],
  ['Obrigado', 'Olá! Obrigado por contar, ajuda muito. '],
]

/** The reply is published by the marketplace and can be sent only once. */
export function ReplyDialog({ review, onClose }: { readonly review: Review; readonly onClose: () => void }) {
  const [key] = useState(() => crypto.randomUUID())
  const form = useForm({
    initial: { text: review.draft ?? '' },
    input: (values) => values,
    schema: replyReview.body,
    send: async (body) => {
      await ask(
        replyReview,
        { params: { reviewId: review.id }, body },
        { storeId: review.storeId, idempotencyKey: key },
      )
      notify(`Resposta enviada ${withChannel('a', review.source)}.`)
      onClose()
      await Promise.all([refresh(readReviews), refresh(readQualityReport)])
    },
  })
  const text = form.values.text
  const [reading, setReading] = useState(false)
  const unfinished = isUnfinished(text)
  const [asked, setAsked] = useState(false)
  const write = (words: string) => {
    form.set('text', words)
    setReading(false)
    setAsked(false)
  }
  return (
    <Dialog title={`Responder à avaliação de ${review.storeName}`} onClose={onClose}>
      <Stack
        as="form"
        gap={12}
        className={styles.dialog}
        onSubmit={(event) => {
          if (reading || replyReview.body?.safeParse({ text }).success === false) {
            form.onSubmit(event)
            setReading(false)
            return
          }
          event.preventDefault()
          setAsked(true)
          setReading(!unfinished)
        }}
        noValidate
      >
        <Row as="p" wrap className={styles.stars}>
          <b>
            <Hidden>{plural(review.score, 'estrela', 'estrelas')}</Hidden>
            <span aria-hidden="true">{'★'.repeat(review.score)}</span>
          </b>
          <span>{review.comment}</span>
        </Row>
        {review.order ? <OrderedItems orderId={review.order.id} storeId={review.storeId} /> : null}
        <div className={styles.beginnings} role="group" aria-label="Começar com">
          {beginnings.map(([label, words]) => (
            <Button key={label} variant="soft" onClick={() => write(words)}>
              {label}
            </Button>
          ))}
        </div>
        <TextArea
          data-first
          label="Sua resposta"
          hint={`${text.length} de ${replyLimit}. Fica pública ${withChannel('em', review.source)} e não pode ser mudada.`}
          rows={5}
          maxLength={replyLimit}
          value={text}
          error={
            asked && unfinished
              ? 'Complete a frase: assim ela não diz nada ao cliente.'
              : form.problem('text')
          }
          onChange={(event) => write(event.target.value)}
        />
        <FormError>{form.refusal}</FormError>
        {reading ? (
          <p className={styles.reading} role="status">
            Releia: publicada {withChannel('em', review.source)}, a resposta não pode ser mudada nem apagada.
          </p>
        ) : null}
        <Button type="submit" variant="primary" busy={form.busy}>
          {reading ? 'Publicar assim' : 'Publicar resposta'}
        </Button>
      </Stack>
    </Dialog>
  )
}

/** One of the openings as it was inserted. */
function isUnfinished(text: string): boolean {
  const written = text.trim()
  return beginnings.some(([, words]) => words.trim() === written)
}
