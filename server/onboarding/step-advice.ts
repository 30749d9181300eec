import type { StepKey } from '../../contract/onboarding/steps.ts'

/** What a step is called in a mail, and what it is good for. */
export const stepAdvice: Readonly<Record<StepKey, { readonly title: string; readonly why: string }>> = {
  profile: {
    title: 'informar o CNPJ ou CPF',
    why: 'Ele identifica a loja nos documentos e nos canais de venda.',
  },
  hours: { title: 'dizer quando a loja abre', why: 'Sem horários, a loja fica fechada o tempo todo.' },
  service: {
    title: 'dizer como você vende',
    why: 'Com a retirada ou o salão ligados, a loja já pode receber o primeiro pedido.',
  },
  menu: {
    title: 'montar o cardápio',
    why: 'Cinco itens com preço bastam para lançar pedidos com um toque.',
  },
  printer: {
    title: 'ligar a impressora',
    why: 'Cada pedido aceito sai em papel na cozinha, sem ninguém copiar nada.',
  },
  'test-order': {
    title: 'fazer um pedido de teste',
    why: 'Ele chega, é aceito, impresso e concluído como um de verdade, e não entra em nenhum número.',
  },
  notifications: {
    title: 'ligar os avisos no celular',
    why: 'O aparelho avisa quando um pedido espera aceite, também com a tela apagada.',
  },
  payment: { title: 'cadastrar a chave Pix', why: 'O cliente paga com o código da própria loja.' },
  channel: {
    title: 'conectar um canal de venda',
    why: 'Os pedidos do marketplace entram na mesma tela que os do balcão.',
  },
  team: { title: 'convidar a equipe', why: 'Cada pessoa entra com a própria senha e vê só o que precisa.' },
  'second-factor': {
    title: 'proteger a conta com um segundo passo',
    why: 'Com ele, a senha sozinha não basta para entrar.',
  },
  'first-order': {
    title: 'receber o primeiro pedido',
    why: 'Lance um pedido por telefone ou no balcão: a loja já está pronta para ele.',
  },
}
