import type { StepKey } from '../../contract/onboarding/steps.ts'
import type { GuideId } from '../../contract/tutorials/guide-ids.ts'

/** The guide that helps with each first step; null: the step's own screen says it all. */
export const guideOfStep: Readonly<Record<StepKey, GuideId | null>> = {
  profile: null,
  hours: 'abrir-a-loja',
  service: 'cobrar-a-entrega',
  menu: 'montar-o-cardapio',
  printer: 'ligar-a-impressora',
  'test-order': 'fazer-um-pedido-de-teste',
  notifications: 'ligar-os-avisos',
  payment: null,
  channel: 'conectar-um-canal',
  team: 'convidar-a-equipe',
  'second-factor': 'proteger-a-conta',
  'first-order': 'lancar-um-pedido',
}

export const guideOfTrouble = {
  'printer-silent': 'ligar-a-impressora',
  'channel-closed': 'conectar-um-canal',
  'chat-waits': 'atender-conversas',
} as const satisfies Record<string, GuideId>
