import { everyMarketplace, storefronts } from '../../contract/shared/channels.ts'
import type { Guide } from './guide.ts'

/** For the first days of a store. */
export const guidesOfStarting: readonly Guide[] = [
  {
    id: 'conhecer-o-painel',
    title: 'Conheça o painel',
    why: 'Tudo o que pede você hoje está em “Agora”. O resto fica a um toque.',
    steps: [
      'Abra “Agora” e leia a primeira frase: ela diz se alguma loja precisa de você.',
      'Toque em cada linha amarela. O amarelo só aparece no que espera uma pessoa.',
      'Em “Pedidos”, trabalhe os pedidos que correm. Em “Relatórios”, veja os números.',
      'Em “Ajustes”, escolha à esquerda o que mudar. A loja que vale aparece no alto.',
    ],
    after: 'O ponto de interrogação, em qualquer tela, abre o tutorial dela aqui ao lado.',
    at: '/menu',
    also: [],
    role: 'basic',
  },
  {
    id: 'abrir-a-loja',
    title: 'Diga quando a loja abre',
    why: 'Sem horário, a loja fica fechada o tempo todo, e o aceite sozinho não funciona.',
    steps: [
      'Toque no dia e informe as horas. Um dia pode ter almoço e jantar.',
      'Para passar da meia-noite, escreva 18:00 até 02:00: é uma linha só.',
      'Use “Copiar para” quando os dias são iguais.',
      'Salve na faixa que aparece embaixo. Ela mostra o que mudou antes.',
    ],
    after: `O horário vai também ${everyMarketplace('a', storefronts)}. Se alguém mudar lá, o painel avisa e oferece escrever o seu de novo.`,
    at: '/settings?tab=horarios',
    also: ['/settings?tab=loja'],
    role: 'manager',
  },
  {
    id: 'montar-o-cardapio',
    title: 'Monte o cardápio',
    why: 'Com cinco itens com preço já dá para lançar um pedido em poucos toques.',
    steps: [
      'Toque em “Novo item”, escreva o nome e o preço. O resto pode esperar.',
      'Escolha a categoria, ou crie uma na hora.',
      'Para sabores e tamanhos, abra o item e junte um grupo de opções: diga quantas o cliente pode escolher.',
      'Ponha a foto depois. Prato com foto vende mais.',
    ],
    after:
      'Com várias lojas, a lista mostra o mesmo prato uma vez só. Ao salvar, escolha em quais lojas a mudança vale.',
    at: '/cardapio',
    also: [],
    role: 'manager',
  },
  {
    id: 'ligar-a-impressora',
    title: 'Ligue a impressora',
    why: 'Cada pedido aceito sai em papel na cozinha, sem ninguém copiar nada.',
    steps: [
      'Instale o programa no computador que fica perto da impressora. O painel mostra o passo a passo.',
      'Digite o código que aparece na tela. Ele vale por poucos minutos.',
      'Escolha a impressora na lista e a largura do papel.',
      'Toque em “Testar” e confira o papel.',
    ],
    after:
      'Se ela parar, veja papel, tampa e cabo; depois, se o computador está ligado. O que não saiu espera e imprime quando ela volta, marcado como reimpressão.',
    at: '/settings?tab=printing',
    also: ['/agente'],
    role: 'manager',
  },
  {
    id: 'fazer-um-pedido-de-teste',
    title: 'Faça um pedido de teste',
    why: 'Em dois minutos você sabe se a loja inteira funciona: tela, som, aceite e papel.',
    steps: [
      'Abra os primeiros passos e toque em “Fazer pedido de teste”.',
      'Vá para “Pedidos”: ele chega na primeira coluna, com a marca TESTE, e toca.',
      'Aceite, veja o papel sair e avance até concluir.',
      'Se algo não aconteceu, o passo continua aberto e diz o que falta.',
    ],
    after:
      'O teste não entra em relatório, arquivo nem soma. Pode fazer quantos quiser, também antes de um dia cheio.',
    at: '/settings?tab=primeiros-passos',
    also: [],
    role: 'manager',
  },
  {
    id: 'ligar-os-avisos',
    title: 'Ligue os avisos no celular',
    why: 'O aparelho avisa quando um pedido espera aceite, também com o painel fechado.',
    steps: [
      'Abra esta tela no celular e toque em “Ligar avisos neste aparelho”.',
      'Permita quando o navegador perguntar.',
      'Toque em “Testar”: o aviso chega em segundos.',
      'Em cada situação, toque em “Mudar” e escolha: tela, som, aparelho ou e-mail.',
      'Quer dormir? Ligue as horas de silêncio. O que é crítico passa.',
    ],
    after:
      'No iPhone, instale antes o painel na tela de início. Um aviso crítico fica sempre com um canal ligado.',
    at: '/settings?tab=notificacoes',
    also: ['/settings?tab=account', '/conta'],
    role: 'basic',
  },
]
