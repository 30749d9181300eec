import type { Guide } from './guide.ts'

/** For the reports. */
export const guidesOfFigures: readonly Guide[] = [
  {
    id: 'ler-o-relatorio-do-dia',
    title: 'Leia o relatório do dia',
    why: 'A primeira frase já diz se o dia foi bom. O resto explica por quê.',
    steps: [
      'Leia a frase e os números. Cada um compara com o mesmo dia da semana passada.',
      'Enquanto o dia corre, a comparação para na mesma hora.',
      'Toque num número para ver como ele é feito.',
      'Siga a conta de cima para baixo: bruto, descontos, estornos, líquido.',
      'Troque o dia ou as lojas no alto.',
    ],
    after: 'O mesmo resumo chega por e-mail quando o dia fecha. Ligue em “Avisos”.',
    at: '/reports/daily',
    also: ['/reports/sale', '/reports/product', '/reports/menu'],
    role: 'manager',
  },
  {
    id: 'conferir-os-repasses',
    title: 'Confira os repasses',
    why: 'Aqui você vê se o marketplace pagou o que devia, até o centavo.',
    steps: [
      'Escolha o período. A primeira parte soma o que foi vendido e o que foi descontado.',
      'Veja “Valores que não reconheço”: é o que veio no extrato e não bate com pedido seu.',
      'Abra um pedido para ver cada taxa.',
      'Em “Semanas de repasse”, compare com o extrato do banco.',
    ],
    after:
      'Baixe a planilha para o contador. Achou diferença? Conteste no canal dentro do prazo que a tela mostra.',
    at: '/reports/orderBilling',
    also: [],
    role: 'manager',
  },
  {
    id: 'melhorar-a-qualidade',
    title: 'Suba a qualidade da loja',
    why: 'Aceite rápido, prazo cumprido e poucos cancelamentos fazem o canal mostrar a sua loja mais vezes.',
    steps: [
      'Veja onde o tempo se perde: no aceite, no preparo ou na saída.',
      'Ajuste as metas de cada etapa às da sua cozinha.',
      'Leia os motivos dos cancelamentos, do maior para o menor.',
      'Em “Avaliações”, responda as de poucas estrelas primeiro.',
      'Ali responda também as negociações antes do prazo. Sem resposta, a loja perde.',
    ],
    after: 'A tela diz quantos pedidos bons faltam para o próximo nível.',
    at: '/reports/quality',
    also: ['/avaliacoes'],
    role: 'manager',
  },
  {
    id: 'comparar-as-lojas',
    title: 'Compare as suas lojas',
    why: 'Lado a lado, fica claro qual loja precisa de você hoje.',
    steps: [
      'Abra o relatório “Lojas”: uma linha por loja, com vendas, prazo e tempo aberta.',
      'Toque no título da coluna para ordenar.',
      'Crie um grupo em “Lojas” para juntar as que andam juntas, como as de um bairro.',
      'A página do grupo mostra o dia de todas e o que espera em cada uma.',
    ],
    after: 'O grupo escolhido vale em todas as telas, até você escolher outro.',
    at: '/reports/stores',
    also: ['/lojas', '/nova-loja'],
    role: 'manager',
  },
  {
    id: 'conhecer-os-clientes',
    title: 'Conheça os seus clientes',
    why: 'Trazer de volta quem já gostou custa menos do que achar gente nova.',
    steps: [
      'Veja quantos são novos, quantos voltaram e quantos são de sempre.',
      'Veja “Sem pedir há mais de”: são os que pediam e pararam.',
      'Leia “Grupos e o que fazer”: cada grupo tem uma sugestão.',
      'Exporte os contatos para chamar quem aceitou receber mensagem.',
    ],
    after:
      'Pedidos de marketplace vêm sem o telefone verdadeiro, por isso alguns clientes ficam sem nome. Trate os dados com cuidado: eles são das pessoas.',
    at: '/reports/customer',
    also: [],
    role: 'manager',
  },
  {
    id: 'ver-quem-mudou',
    title: 'Veja quem mudou o quê',
    why: 'Preço diferente, horário trocado: o histórico diz quem, quando, e como era antes.',
    steps: [
      'Em Ajustes, abra “Documentos” e depois “Histórico”.',
      'Filtre por assunto, por pessoa ou pelos dias.',
      'Abra a linha: o valor de antes fica ao lado do novo.',
      'Para guardar ou mandar a alguém, baixe a planilha.',
    ],
    after:
      'Cada parte dos ajustes tem embaixo o link “Quem mudou o quê nesta parte”. Ninguém apaga uma linha do histórico, nem o suporte.',
    at: '/settings?tab=historico',
    also: [],
    role: 'manager',
  },
]
