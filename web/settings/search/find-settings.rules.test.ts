import { expect, test } from 'vitest'
import { findSettings } from './find-settings.rules.ts'
import { settings } from './settings-words.ts'

const placeOf = (typed: string): string => {
  const [first] = findSettings(settings, typed)
  if (!first) return ''
  const { place } = first
  return 'to' in place ? place.to : [place.tab, ...(place.hash ? [place.hash] : [])].join('#')
}

/** What owners type, and the part that answers first. */
test.each([
  ['taxa', 'entrega#areas'],
  ['frete', 'entrega#areas'],
  ['bairro', 'entrega#areas'],
  ['raio', 'entrega#areas'],
  ['pedido mínimo', 'entrega#areas'],
  ['entrega grátis', 'entrega#areas'],
  ['chuva', 'entrega#mudancas'],
  ['delivery', 'entrega#usar'],
  ['motoboy', 'entregadores'],
  ['entregador', 'entregadores'],
  ['motoqueiro', 'entregadores'],
  ['pix', 'pagamentos#pix'],
  ['chave pix', 'pagamentos#pix'],
  ['onde cai meu dinheiro', 'pagamentos#pix'],
  ['maquininha', 'pagamentos#formas'],
  ['vale-refeição', 'pagamentos#formas'],
  ['repasse', 'pagamentos#usar'],
  ['feriado', 'horarios#especiais'],
  ['natal', 'horarios#especiais'],
  ['férias', 'horarios#especiais'],
  ['fechar loja', 'horarios#vendendo'],
  ['parar de vender', 'horarios#vendendo'],
  ['sem luz', 'horarios#vendendo'],
  ['pausa', 'horarios#pausas'],
  ['horário', 'horarios#semana'],
  ['domingo', 'horarios#semana'],
  ['impressora', 'printing#impressoras'],
  ['comanda', 'printing#impressoras'],
  ['bobina', 'printing#impressoras'],
  ['não imprimiu', 'printing#fila'],
  ['computador', 'printing#computadores'],
  ['senha', 'account#senha'],
  ['trocar a senha', 'account#senha'],
  ['perdi o celular', 'account#onde'],
  ['duas etapas', 'account#duas-etapas'],
  ['nota', 'contador'],
  ['nota fiscal', 'contador'],
  ['imposto', 'contador'],
  ['xml', 'contador'],
  ['CNPJ', 'loja#nome'],
  ['logo', 'loja#nome'],
  ['telefone', 'loja#nome'],
  ['cep', 'loja#endereco'],
  ['fuso', 'loja#relogio'],
  ['link do cardápio', 'loja#link'],
  ['módulos', 'loja#o-que-a-loja-usa'],
  ['robô', 'whatsapp#robo'],
  ['zap', 'whatsapp'],
  ['mensagem automática', 'whatsapp#mensagens'],
  ['ifood', 'integracoes'],
  ['keeta', 'integracoes'],
  ['ninguém viu o pedido', 'integracoes#presenca'],
  ['avaliações', 'integracoes#usar'],
  ['aceitar sozinho', 'orders#aceite'],
  ['troco', 'entregadores'],
  ['limite em dinheiro', 'orders#aceite'],
  ['tempo de preparo', 'orders#aceite'],
  ['mesa', 'orders#usar'],
  ['retirada', 'orders#usar'],
  ['agendamento', 'orders#usar'],
  ['funcionário', 'team'],
  ['garçom', 'team'],
  ['convidar', 'team'],
  ['aviso', 'notificacoes#avisos'],
  ['campainha', 'notificacoes#testar'],
  ['dormir', 'notificacoes#silencio'],
  ['resumo', 'notificacoes#resumos'],
  ['facebook', 'anuncios#anuncios'],
  ['indicar', 'indicacoes'],
  ['lgpd', 'dados-pessoais'],
  ['quem mudou', 'historico'],
  ['esgotado', '/cardapio'],
  ['ajuda', '/tutorials'],
])('“%s” leads to %s', (typed, place) => {
  expect(placeOf(typed)).toBe(place)
})

test('accents, capitals, plurals, small words and one slip are forgiven', () => {
  expect(placeOf('HORARIO')).toBe('horarios#semana')
  expect(placeOf('motoboys')).toBe('entregadores')
  expect(placeOf('notificações')).toBe('notificacoes#avisos')
  expect(placeOf('a chave do pix')).toBe('pagamentos#pix')
  expect(placeOf('impresora')).toBe('printing#impressoras')
  expect(placeOf('feriaod')).toBe('horarios#especiais')
  expect(placeOf('impress')).toBe('printing#impressoras')
})

test('a sentence is answered by the words of it that are ours', () => {
  expect(placeOf('quero mudar minha senha')).toBe('account#senha')
})

test('money is asked for in two places, and both are shown', () => {
  const labels = findSettings(settings, 'onde cai meu dinheiro').map(({ label }) => label)
  expect(labels.slice(0, 2)).toEqual(['Chave Pix da loja', 'Conferir repasses'])
})

test('what is nothing of ours finds nothing', () => {
  expect(findSettings(settings, 'xilofone')).toEqual([])
  expect(findSettings(settings, ' de a ')).toEqual([])
  expect(findSettings(settings, '')).toEqual([])
})
