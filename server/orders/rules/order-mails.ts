import { written } from '../../mail/letter.ts'
import type { Mail } from '../../mail/mail-queue.ts'

/** The subject contains only the store, so that several orders of a rush share one mail. */
export function overdueMail(
  to: { name: string; email: string },
  about: { store: string; displayId: string; minutes: number; url: string },
): Mail {
  return written({
    recipient: to.email,
    subject: `Pedido sem aceite em ${about.store}`,
    greeting: `Olá, ${to.name}!`,
    paragraphs: [
      `O pedido #${about.displayId} de ${about.store} espera aceite há ${about.minutes} minutos, e ninguém na loja respondeu. Pode haver outros na mesma situação.`,
    ],
    button: { label: 'Ver o pedido', url: about.url },
    closing: 'Enquanto o aviso valer, não mandamos outro por dez minutos.',
  })
}
