import type { RoleName } from '../../../contract/shared/access.ts'
import { written } from '../../mail/letter.ts'
import type { Mail } from '../../mail/mail-queue.ts'

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

export function phoneCodeMail(to: { email: string; name: string; phone: string }, code: string): Mail {
  return written({
    recipient: to.email,
    subject: `${code.slice(0, 3)} ${code.slice(3)} é o seu código do Balcão`,
    greeting: `Olá, ${to.name}!`,
    paragraphs: [
      `Para confirmar o celular terminado em ${to.phone.slice(-4)}, digite o código ${code.slice(0, 3)} ${code.slice(3)} em Minha conta. Ele vale por 10 minutos.`,
    ],
    closing: 'Se não foi você quem pediu, ignore este e-mail e troque a sua senha.',
  })
}

const roleInLabels: Readonly<Record<RoleName, string>> = {
  owner: 'dono(a)',
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
      `${about.inviter} convidou você para a equipe ${where}, como ${roleInLabels[about.role]}. O convite vale por 7 dias.`,
    ],
    button: { label: 'Aceitar o convite', url: about.url },
    closing: 'Se você não conhece quem convidou, ignore este e-mail.',
  })
}
