import type { RoleName } from '../../contract/access.ts'
import type { Mail } from '../jobs/mail-queue.ts'

/** The mails of this room: pt-BR, text and HTML, one button, and what to do when one did not ask for it. */
interface Letter {
  readonly recipient: string
  readonly subject: string
  readonly greeting: string
  readonly paragraphs: readonly string[]
  readonly button?: { readonly label: string; readonly url: string }
  readonly closing: string
}

export function signUpMail(to: { email: string; name: string }, url: string): Mail {
  return written({
    recipient: to.email,
    subject: 'Crie a senha da sua conta no Balcão',
    greeting: `Olá, ${to.name}!`,
    paragraphs: ['Falta um passo para abrir a sua conta: escolher a senha. O link vale por 24 horas.'],
    button: { label: 'Criar minha senha', url },
    closing: 'Se não foi você quem pediu, ignore este e-mail: nenhuma conta é aberta sem a senha.',
  })
}

export function alreadyRegisteredMail(to: { email: string; name: string }, signInUrl: string): Mail {
  return written({
    recipient: to.email,
    subject: 'Você já tem uma conta no Balcão',
    greeting: `Olá, ${to.name}!`,
    paragraphs: [
      'Alguém pediu para abrir uma conta com este e-mail, mas você já tem uma. Entre com a sua senha; se não lembra dela, use “Esqueci a senha”.',
    ],
    button: { label: 'Entrar no Balcão', url: signInUrl },
    closing: 'Se não foi você quem pediu, não precisa fazer nada.',
  })
}

export function resetMail(to: { email: string; name: string }, url: string): Mail {
  return written({
    recipient: to.email,
    subject: 'Escolha uma nova senha no Balcão',
    greeting: `Olá, ${to.name}!`,
    paragraphs: [
      'Recebemos um pedido para trocar a senha da sua conta. O link vale por 1 hora e só pode ser usado uma vez.',
      'Ao trocar a senha, todos os aparelhos em que a conta está aberta saem dela.',
    ],
    button: { label: 'Escolher nova senha', url },
    closing: 'Se não foi você quem pediu, ignore este e-mail: a senha continua a mesma.',
  })
}

export function passwordChangedMail(to: { email: string; name: string }, resetUrl: string): Mail {
  return written({
    recipient: to.email,
    subject: 'A senha da sua conta no Balcão mudou',
    greeting: `Olá, ${to.name}!`,
    paragraphs: ['A senha da sua conta acabou de ser trocada e as outras sessões foram encerradas.'],
    button: { label: 'Não fui eu: trocar a senha', url: resetUrl },
    closing: 'Se foi você, não precisa fazer nada.',
  })
}

const roleInWords: Readonly<Record<RoleName, string>> = {
  owner: 'dono',
  manager: 'gerente',
  basic: 'atendente',
}

export function invitationMail(
  to: { email: string; name: string },
  about: { inviter: string; role: RoleName; storeNames: readonly string[]; url: string },
): Mail {
  const stores = new Intl.ListFormat('pt-BR').format(about.storeNames)
  const where = about.storeNames.length > 1 ? `das lojas ${stores}` : `da loja ${stores}`
  return written({
    recipient: to.email,
    subject: `${about.inviter} convidou você para o Balcão`,
    greeting: to.name ? `Olá, ${to.name}!` : 'Olá!',
    paragraphs: [
      `${about.inviter} convidou você para a equipe ${where}, como ${roleInWords[about.role]}. O convite vale por 7 dias.`,
    ],
    button: { label: 'Aceitar o convite', url: about.url },
    closing: 'Se você não conhece quem convidou, ignore este e-mail.',
  })
}

function written(letter: Letter): Mail {
  const text = [
    letter.greeting,
    ...letter.paragraphs,
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.url}`] : []),
    letter.closing,
    'Balcão',
  ].join('\n\n')
  const paragraph = (words: string, style = '') => `<p style="margin:0 0 16px;${style}">${escaped(words)}</p>`
  const button = letter.button
    ? `<p style="margin:8px 0 24px"><a href="${escaped(letter.button.url)}" style="display:inline-block;background:#5b1a4f;color:#ffffff;text-decoration:none;font-weight:600;padding:12px 20px;border-radius:10px">${escaped(letter.button.label)}</a></p>
<p style="margin:0 0 16px;color:#675560;font-size:13px;word-break:break-all">Se o botão não abrir, copie este endereço:<br>${escaped(letter.button.url)}</p>`
    : ''
  const html = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escaped(letter.subject)}</title></head>
<body style="margin:0;padding:24px;background:#f7f4f2;color:#241620;font:16px/1.5 system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
<div style="max-width:520px;margin:0 auto;background:#ffffff;border-radius:16px;padding:28px">
<p style="margin:0 0 20px;font-weight:700;font-size:18px;color:#5b1a4f">Balcão</p>
${paragraph(letter.greeting, 'font-size:18px;font-weight:600')}
${letter.paragraphs.map((words) => paragraph(words)).join('\n')}
${button}
${paragraph(letter.closing, 'color:#675560;font-size:14px')}
</div></body></html>`
  return { recipient: letter.recipient, subject: oneLine(letter.subject), text, html }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A name with a line break must not write a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ').slice(0, 200)
