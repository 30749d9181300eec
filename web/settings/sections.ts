import { adsTab } from '../ads/ads.ts'
import { auditTab } from '../audit/audit.ts'
import { deliveryTab } from '../delivery/delivery.ts'
import { accountantTab } from '../fiscal/fiscal.ts'
import { accountTab, teamTab } from '../identity/identity.ts'
import { hasRoleSomewhere, type SignedIn } from '../identity/session.ts'
import { integrationsTab } from '../integrations/integrations.ts'
import { notificationsTab } from '../notifications/notifications.ts'
import { stepsTab } from '../onboarding/onboarding.ts'
import { couriersTab, rulesTab } from '../orders/orders.ts'
import { printingTab } from '../printing/printing.ts'
import { personalDataTab } from '../privacy/privacy.ts'
import { referralTab } from '../referral/referral.ts'
import type { SettingsTab } from '../screens/settings-tab.ts'
import { hoursTab, paymentsTab, profileTab } from '../stores/stores.ts'
import type { IconName } from '../ui/icon.tsx'
import { whatsappTab } from '../whatsapp/whatsapp.ts'

/** One line of the settings. Its parts have the addresses; each room exports its own. */
export interface SettingsSection {
  readonly label: string
  readonly icon: IconName
  /** What is in it, under its name on the phone. */
  readonly about: string
  readonly parts: readonly SettingsTab[]
}

/** In screen order: ten, no more. What is new goes into one of them. */
export const sections: readonly SettingsSection[] = [
  {
    label: 'Loja',
    icon: 'shop',
    about: 'Nome, endereço, CNPJ, o que a loja usa',
    parts: [profileTab],
  },
  { label: 'Horários', icon: 'clock', about: 'Semana, feriados, parar de vender', parts: [hoursTab] },
  {
    label: 'Entrega',
    icon: 'bike',
    about: 'Áreas, taxas, entregadores',
    parts: [deliveryTab, couriersTab],
  },
  { label: 'Pedidos', icon: 'order', about: 'Aceite, prazo, retirada, salão', parts: [rulesTab] },
  { label: 'Impressoras', icon: 'print', about: 'Impressoras, computadores, vias', parts: [printingTab] },
  { label: 'Pagamentos', icon: 'key', about: 'Chave Pix, cartões, repasses', parts: [paymentsTab] },
  {
    label: 'Canais',
    icon: 'plug',
    about: 'Onde a loja vende, WhatsApp',
    parts: [integrationsTab, whatsappTab],
  },
  {
    label: 'Equipe e avisos',
    icon: 'team',
    about: 'Quem entra, o que avisa e por onde',
    parts: [teamTab, notificationsTab],
  },
  { label: 'Divulgação', icon: 'up', about: 'Anúncios, indicações', parts: [adsTab, referralTab] },
  {
    label: 'Documentos',
    icon: 'list',
    about: 'Contador, dados de clientes, histórico',
    parts: [accountantTab, personalDataTab, auditTab],
  },
]

/** Of the person, at `/conta`: in no section. */
export const ownPart = accountTab

/** The first steps are in no section either: a new store, Agora and mails lead there while one is open. */
export const allParts: readonly SettingsTab[] = [...sections.flatMap(({ parts }) => parts), stepsTab, ownPart]

/** The lowest role needs no store: a new user already has devices to set up. */
export const mayOpen = (session: SignedIn, { minimumRole }: SettingsTab): boolean =>
  minimumRole === 'basic' || hasRoleSomewhere(session, minimumRole)
