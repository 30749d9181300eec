import type { Processor } from '../../contract/privacy/terms.ts'
import { channelName } from '../../contract/shared/channels.ts'
import type { Env } from '../env.ts'
import type { Marketplaces } from '../marketplaces/marketplace-kind.ts'

type DoorsToOutside = Pick<
  Env,
  | 'SMTP_URL'
  | 'CEP_URL'
  | 'GEOCODER_URL'
  | 'MAP_TILES_URL'
  | 'PUSH_SERVICES'
  | 'IDENTITY_PROVIDER'
  | 'DATABASE_URL'
  | 'NODE_ENV'
>

/** Everybody outside who gets data from this installation, read from its own doors: a list written by hand would age. */
export function processorsOf(env: DoorsToOutside, marketplaces: readonly string[]): readonly Processor[] {
  return [
    {
      name: 'Hospedagem e banco de dados do operador deste painel',
      purpose: 'Guardar e processar tudo o que está no painel',
      data: 'Todos os dados',
    },
    ...(env.IDENTITY_PROVIDER === 'firebase'
      ? [
          {
            name: 'Google (Identity Platform)',
            purpose: 'Entrar no painel',
            data: 'E-mail, nome e senha cifrada de quem usa o painel',
          },
        ]
      : []),
    ...marketplaces.map((platform) => ({
      name: channelName(platform),
      purpose: 'Receber pedidos, responder a clientes e conferir repasses',
      data: 'Pedidos, etapas, respostas a avaliações e cardápio das lojas conectadas',
    })),
    ...(env.SMTP_URL
      ? [
          {
            name: `Serviço de e-mail (${domainOf(env.SMTP_URL)})`,
            purpose: 'Enviar convites, links, avisos e relatórios',
            data: 'Nome e e-mail de quem usa o painel; totais do dia',
          },
        ]
      : []),
    ...(env.PUSH_SERVICES.length > 0
      ? [
          {
            name: 'Serviços de aviso dos navegadores (Google, Mozilla, Microsoft, Apple)',
            purpose: 'Avisar de pedidos com o painel fechado',
            data: 'Avisos cifrados, só para quem os ligou',
          },
        ]
      : []),
    ...addressServicesOf(env),
  ]
}

const addressServicesOf = (env: DoorsToOutside): readonly Processor[] => [
  ...(env.CEP_URL === 'off'
    ? []
    : [
        {
          name: `Consulta de CEP (${domainOf(env.CEP_URL)})`,
          purpose: 'Preencher rua e bairro',
          data: 'O CEP digitado, sem o nome',
        },
      ]),
  ...(env.GEOCODER_URL
    ? [
        {
          name: `Busca de endereços no mapa (${domainOf(env.GEOCODER_URL)})`,
          purpose: 'Achar o ponto de um endereço para a taxa de entrega',
          data: 'Rua, número e cidade, sem nome nem telefone',
        },
      ]
    : []),
  ...(env.MAP_TILES_URL
    ? [
        {
          name: `Mapa de fundo (${domainOf(env.MAP_TILES_URL)})`,
          purpose: 'Mostrar as ruas sob as áreas de entrega',
          data: 'Endereço de internet de quem abre o mapa e a região que ele mostra, sem pedidos nem clientes',
        },
      ]
    : []),
]

/** The registrable end of the host: its machine is nobody's business. */
const domainOf = (url: string): string => {
  const { hostname } = new URL(url.replaceAll(/\{\w+\}/g, '0'))
  return /^[\d.:[\]]+$/.test(hostname) ? 'servidor próprio' : hostname.split('.').slice(-3).join('.')
}

/** Those that the environment or a store's connection can reach. */
export const reachableMarketplaces = ({ kinds }: Pick<Marketplaces, 'kinds'>, env: Env): readonly string[] =>
  kinds.filter((kind) => kind.isConfigured(env) || kind.linking !== undefined).map((kind) => kind.platform)
