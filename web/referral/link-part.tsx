import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-text.ts'
import { Icon } from '../ui/icon.tsx'
import { Paper } from '../ui/paper.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import { Row, Stack } from '../kit/layout.tsx'
import styles from './referral-tab.module.css'
import { shareTexts } from './referral-words.rules.ts'

/** The link as text, as a QR code, and inside texts that are ready to send. */
export function LinkPart({ link, storeName }: { readonly link: string; readonly storeName: string }) {
  return (
    <section className={styles.share} aria-labelledby="seu-link">
      <Paper torn="foot" className={styles.card}>
        <h2 id="seu-link">Seu link</h2>
        <QrCode text={link} label={`QR code do link de indicação de ${storeName}`} />
        <code className={styles.link}>{link}</code>
        <Button variant="soft" onClick={() => copyText(link, 'O link está copiado.')}>
          Copiar o link
        </Button>
      </Paper>
      <div>
        <h2>Textos prontos</h2>
        <ul className={styles.texts}>
          {shareTexts(link, storeName).map(({ title, text }) => (
            <Stack as="li" gap={2} key={title}>
              <b>{title}</b>
              <p>{text}</p>
              <Row as="span" align="stretch" wrap className={styles.actions}>
                <a href={`https://wa.me/?text=${encodeURIComponent(text)}`} target="_blank" rel="noreferrer">
                  <Icon name="phone" /> Enviar no WhatsApp
                </a>
                <Button
                  variant="ghost"
                  aria-label={`Copiar o texto: ${title}`}
                  onClick={() => copyText(text, 'O texto está copiado.')}
                >
                  Copiar
                </Button>
              </Row>
            </Stack>
          ))}
        </ul>
      </div>
    </section>
  )
}
