import { describe, expect, test } from 'vitest'
import { noAddressParts, readAddress, type AddressParts } from './read-address.ts'

/** As customers write, and what each part is; what is not named is empty. */
const forms: readonly (readonly [string, Partial<AddressParts>])[] = [
  [
    'Rua A, Qd 12, Lt 5, Setor Sul',
    { street: 'Rua A', number: 's/n', complement: 'Qd 12, Lt 5', district: 'Setor Sul' },
  ],
  [
    'Rua das Palmeiras, nº 123-A, Centro',
    { street: 'Rua das Palmeiras', number: '123-A', district: 'Centro' },
  ],
  ['Av Paulista, 1.578, Bela Vista', { street: 'Av Paulista', number: '1578', district: 'Bela Vista' }],
  ['Rua 12 nº 34 Setor Oeste', { street: 'Rua 12', number: '34', district: 'Setor Oeste' }],
  ['Quadra 15 Lote 7, Jardim Ingá', { street: 'Quadra 15 Lote 7', number: 's/n', district: 'Jardim Ingá' }],
  [
    'rua joao pessoa 10 bairro centro ponto de referencia padaria',
    { street: 'rua joao pessoa', number: '10', district: 'centro', reference: 'padaria' },
  ],
  [
    'Rua: Bento Gonçalves\nNúmero: 77\nBairro: Centro\nCidade: Osasco\nComplemento: casa 2\nPonto de referência: mercado',
    {
      ...{ street: 'Rua Bento Gonçalves', number: '77', complement: 'casa 2' },
      ...{ district: 'Centro', city: 'Osasco', reference: 'mercado' },
    },
  ],
  [
    'Rua: Sete\nNº: 8\nBairro: Centro\nCidade: Osasco\nUF: SP',
    { street: 'Rua Sete', number: '8', district: 'Centro', city: 'Osasco', state: 'SP' },
  ],
  ['R: Bento Gonçalves N: 77 B: Centro', { street: 'R Bento Gonçalves', number: '77', district: 'Centro' }],
  ['Rua: Rua Sete, Nº: 8, Bairro: Cidade Nova', { street: 'Rua Sete', number: '8', district: 'Cidade Nova' }],
  ['Logradouro: Rua X, Nro: 44, CEP: 01310-100', { street: 'Rua X', number: '44', zipCode: '01310100' }],
  ['rua são joão, nro 44, São José', { street: 'rua são joão', number: '44', district: 'São José' }],
  ['rua joão 23 57 centro', { street: 'rua joão 23', number: '57', district: 'centro' }],
  [
    'rua sao paulo, 45, apto 12 b, centro',
    { street: 'rua sao paulo', number: '45', complement: 'apto 12 b', district: 'centro' },
  ],
  [
    'rua das flores 10, portão azul, centro',
    { street: 'rua das flores', number: '10', complement: 'portão azul', district: 'centro' },
  ],
  [
    'rua das flores 10, casa amarela, centro',
    { street: 'rua das flores', number: '10', complement: 'casa amarela', district: 'centro' },
  ],
  [
    'rua das flores 10, sobrado azul, vila nova',
    { street: 'rua das flores', number: '10', complement: 'sobrado azul', district: 'vila nova' },
  ],
  // A district of Recife, and one of São Paulo.
  ['rua x, 45, Casa Amarela', { street: 'rua x', number: '45', district: 'Casa Amarela' }],
  [
    'rua x, 45, Casa Verde, portão 2',
    { street: 'rua x', number: '45', district: 'Casa Verde', complement: 'portão 2' },
  ],
  [
    'rodovia BR-101 km 205, Barreiros, São José SC',
    { street: 'rodovia BR-101', number: 'km 205', district: 'Barreiros', city: 'São José', state: 'SC' },
  ],
  [
    'SQN 210 Bloco B Apto 302, Asa Norte',
    { street: 'SQN 210', number: 's/n', complement: 'Bloco B, Apto 302', district: 'Asa Norte' },
  ],
  [
    'SHIS QI 11 Conjunto 5 Casa 3, Lago Sul',
    { street: 'SHIS QI 11', number: 's/n', complement: 'Conjunto 5, Casa 3', district: 'Lago Sul' },
  ],
  [
    'CLN 405 Bloco A Loja 12 - Asa Norte',
    { street: 'CLN 405', number: 's/n', complement: 'Bloco A, Loja 12', district: 'Asa Norte' },
  ],
  [
    'Avenida T-63, Qd. 50, Lt. 12, nº 1200, St. Bueno',
    { street: 'Avenida T-63', number: '1200', complement: 'Qd. 50, Lt. 12', district: 'St. Bueno' },
  ],
  [
    'Rua 3 Quadra 10 Lote 5 Setor Sul',
    { street: 'Rua 3', number: 's/n', complement: 'Quadra 10, Lote 5', district: 'Setor Sul' },
  ],
  [
    'Rua XV de Novembro 120 apto 31 Centro',
    { street: 'Rua XV de Novembro', number: '120', complement: 'apto 31', district: 'Centro' },
  ],
  ['Rua 25 de Março, 700, Centro', { street: 'Rua 25 de Março', number: '700', district: 'Centro' }],
  ['Rodovia BR-101, km 205, Serraria', { street: 'Rodovia BR-101', number: 'km 205', district: 'Serraria' }],
  [
    'BR 101 km 12 Distrito Industrial',
    { street: 'BR 101', number: 'km 12', district: 'Distrito Industrial' },
  ],
  ['Rua Projetada s/n - Vila Nova', { street: 'Rua Projetada', number: 's/n', district: 'Vila Nova' }],
  [
    'Rua das Acácias, 45, casa 2 (portão azul), Pinheiros',
    { street: 'Rua das Acácias', number: '45', complement: 'casa 2 (portão azul)', district: 'Pinheiros' },
  ],
  [
    'Rua do Ouro, 9, Centro, CEP 05409-000',
    { street: 'Rua do Ouro', number: '9', district: 'Centro', zipCode: '05409000' },
  ],
  ['Rua do Ouro, 9, 05409000', { street: 'Rua do Ouro', number: '9', zipCode: '05409000' }],
  [
    'Av. Brasil, nº 45 B, bloco 2, ap 31, bairro: Jd. Paulista, São Paulo - SP',
    {
      street: 'Av. Brasil',
      number: '45B',
      complement: 'bloco 2, ap 31',
      district: 'Jd. Paulista',
      city: 'São Paulo',
      state: 'SP',
    },
  ],
  [
    'Rua Sete de Setembro, sem número, Centro, perto da igreja',
    { street: 'Rua Sete de Setembro', number: 's/n', district: 'Centro', reference: 'perto da igreja' },
  ],
  ['Travessa do Sol s/n - Pinheiros', { street: 'Travessa do Sol', number: 's/n', district: 'Pinheiros' }],
  [
    'Rua das Flores 120 fundos, Centro',
    { street: 'Rua das Flores', number: '120', complement: 'fundos', district: 'Centro' },
  ],
  [
    'Rua das Flores, n 120, ap 3 bl B, Centro',
    { street: 'Rua das Flores', number: '120', complement: 'ap 3, bl B', district: 'Centro' },
  ],
  [
    'R. Augusta n.º 2.045 apto. 12 Cerqueira César',
    { street: 'R. Augusta', number: '2045', complement: 'apto. 12', district: 'Cerqueira César' },
  ],
  [
    'Rua Casa Branca 10, Jardim Paulista',
    { street: 'Rua Casa Branca', number: '10', district: 'Jardim Paulista' },
  ],
  ['Rua da Torre 88 Centro', { street: 'Rua da Torre', number: '88', district: 'Centro' }],
  [
    'Entregar na Rua Bahia, 300, Higienópolis',
    { street: 'Rua Bahia', number: '300', district: 'Higienópolis' },
  ],
  ['Endereço: Rua Bahia 300, Higienópolis', { street: 'Rua Bahia', number: '300', district: 'Higienópolis' }],
  [
    'Rua Bahia, 300, Centro, ao lado do posto Shell',
    { street: 'Rua Bahia', number: '300', district: 'Centro', reference: 'ao lado do posto Shell' },
  ],
  ['BR-101 km 212 posto ipiranga', { street: 'BR-101', number: 'km 212', reference: 'posto ipiranga' }],
  [
    'Rua Bahia, 300, Centro. Ref.: mercado Bom Preço',
    { street: 'Rua Bahia', number: '300', district: 'Centro', reference: 'mercado Bom Preço' },
  ],
  [
    'Rua Pará número 50 em frente à praça bairro Funcionários',
    { street: 'Rua Pará', number: '50', district: 'Funcionários', reference: 'em frente à praça' },
  ],
  [
    'QNL 12 Conjunto C Casa 5, Taguatinga - DF',
    {
      street: 'QNL 12',
      number: 's/n',
      complement: 'Conjunto C, Casa 5',
      district: 'Taguatinga',
      state: 'DF',
    },
  ],
  [
    'Rua 9 de Julho 1500 sala 4 Centro Osasco/SP',
    {
      street: 'Rua 9 de Julho',
      number: '1500',
      complement: 'sala 4',
      district: 'Centro',
      city: 'Osasco',
      state: 'SP',
    },
  ],
  [
    'Rua Sergipe, nº 1.204, apto 502, Savassi, Belo Horizonte/MG',
    {
      street: 'Rua Sergipe',
      number: '1204',
      complement: 'apto 502',
      district: 'Savassi',
      city: 'Belo Horizonte',
      state: 'MG',
    },
  ],
  ['rua goias n° 77 centro', { street: 'rua goias', number: '77', district: 'centro' }],
  [
    'Al. Santos, 2159 - Cerqueira César',
    { street: 'Al. Santos', number: '2159', district: 'Cerqueira César' },
  ],
  [
    'Qd 8 Lt 22 Parque Estrela Dalva',
    { street: 'Qd 8 Lt 22', number: 's/n', district: 'Parque Estrela Dalva' },
  ],
  [
    'SQS 308 Bl C Ap 101 Asa Sul',
    { street: 'SQS 308', number: 's/n', complement: 'Bl C, Ap 101', district: 'Asa Sul' },
  ],
  [
    'QE 38 Conj B Casa 10, Guará II',
    { street: 'QE 38', number: 's/n', complement: 'Conj B, Casa 10', district: 'Guará II' },
  ],
  [
    'SCS Quadra 2 Bloco C sala 201',
    { street: 'SCS Quadra 2', number: 's/n', complement: 'Bloco C, sala 201' },
  ],
  [
    'Rua 1.042, 115, Setor Pedro Ludovico',
    { street: 'Rua 1.042', number: '115', district: 'Setor Pedro Ludovico' },
  ],
  [
    'Rua C-137, Quadra 245, Lote 3, Jardim América',
    { street: 'Rua C-137', number: 's/n', complement: 'Quadra 245, Lote 3', district: 'Jardim América' },
  ],
  [
    'Rua Bela Cintra, 45-B, Consolação',
    { street: 'Rua Bela Cintra', number: '45-B', district: 'Consolação' },
  ],
  [
    'Estrada do Coco km 8, Lauro de Freitas - BA',
    { street: 'Estrada do Coco', number: 'km 8', city: 'Lauro de Freitas', state: 'BA' },
  ],
  ['Rod. SP-332 km 110 Betel', { street: 'Rod. SP-332', number: 'km 110', district: 'Betel' }],
  [
    'Rua Pedro Álvares Cabral 12 casa 3 Vila Nova',
    { street: 'Rua Pedro Álvares Cabral', number: '12', complement: 'casa 3', district: 'Vila Nova' },
  ],
  [
    'Rua 15 de Novembro, 900, ao lado da farmácia, Centro',
    { street: 'Rua 15 de Novembro', number: '900', district: 'Centro', reference: 'ao lado da farmácia' },
  ],
  [
    'Rua das Hortênsias, 31, Jd. das Flores, ponto de referência: escola municipal',
    { street: 'Rua das Hortênsias', number: '31', district: 'Jd. das Flores', reference: 'escola municipal' },
  ],
  [
    'av brasil 1500 fundos bairro sao jose',
    { street: 'av brasil', number: '1500', complement: 'fundos', district: 'sao jose' },
  ],
  ['Praça da Sé s/n Centro', { street: 'Praça da Sé', number: 's/n', district: 'Centro' }],
  [
    'Rua Amazonas, 210, bl. 4, apto. 33, Conj. Hab. São Pedro',
    {
      street: 'Rua Amazonas',
      number: '210',
      complement: 'bl. 4, apto. 33',
      district: 'Conj. Hab. São Pedro',
    },
  ],
  ['Rua Dom Pedro II, 56, Centro', { street: 'Rua Dom Pedro II', number: '56', district: 'Centro' }],
  [
    'Rua João XXIII 400 Vila Operária',
    { street: 'Rua João XXIII', number: '400', district: 'Vila Operária' },
  ],
  ['meu endereço é rua do sol 45 centro', { street: 'rua do sol', number: '45', district: 'centro' }],
  [
    'Rua das Oliveiras, 18, sobrado, Vila Maria',
    { street: 'Rua das Oliveiras', number: '18', complement: 'sobrado', district: 'Vila Maria' },
  ],
  [
    'Rua Ceará, 5 - 2º andar - Barro Preto',
    { street: 'Rua Ceará', number: '5', complement: '2º andar', district: 'Barro Preto' },
  ],
  [
    'Rua 24 de Maio 35 loja 12, República, CEP 01041-001',
    {
      street: 'Rua 24 de Maio',
      number: '35',
      complement: 'loja 12',
      district: 'República',
      zipCode: '01041001',
    },
  ],
  ['Rua Tupi 90, 01233-000', { street: 'Rua Tupi', number: '90', zipCode: '01233000' }],
  [
    'Avenida Getúlio Vargas, 1300, Edifício Central, sala 7, Centro',
    {
      street: 'Avenida Getúlio Vargas',
      number: '1300',
      complement: 'Edifício Central, sala 7',
      district: 'Centro',
    },
  ],
  [
    'Servidão dos Pinheiros, 22, Campeche, próximo ao mercado',
    { street: 'Servidão dos Pinheiros', number: '22', district: 'Campeche', reference: 'próximo ao mercado' },
  ],
  [
    'Travessa Dois de Julho, 8-A, Brotas',
    { street: 'Travessa Dois de Julho', number: '8-A', district: 'Brotas' },
  ],
  [
    'Rua Projetada 3, s/n, Loteamento Novo Horizonte',
    { street: 'Rua Projetada 3', number: 's/n', district: 'Loteamento Novo Horizonte' },
  ],
  [
    'Chácara 12, Colônia Agrícola Vicente Pires',
    { street: 'Chácara 12', number: 's/n', district: 'Colônia Agrícola Vicente Pires' },
  ],
  [
    'Rua Marechal Deodoro, 630 conj 1204, Centro, Curitiba - PR',
    {
      street: 'Rua Marechal Deodoro',
      number: '630',
      complement: 'conj 1204',
      district: 'Centro',
      city: 'Curitiba',
      state: 'PR',
    },
  ],
  [
    'Rua Voluntários da Pátria nº 45 casa dos fundos Botafogo',
    {
      street: 'Rua Voluntários da Pátria',
      number: '45',
      complement: 'casa dos fundos',
      district: 'Botafogo',
    },
  ],
  [
    'Quadra 101 Conjunto 5 Lote 3, Recanto das Emas',
    { street: 'Quadra 101 Conjunto 5 Lote 3', number: 's/n', district: 'Recanto das Emas' },
  ],
  [
    'Rua Aurora 55 esquina com a Rua Vitória, Santa Ifigênia',
    {
      street: 'Rua Aurora',
      number: '55',
      district: 'Santa Ifigênia',
      reference: 'esquina com a Rua Vitória',
    },
  ],
  [
    'Rod. Raposo Tavares, Km 22,5, Granja Viana, Cotia/SP',
    {
      street: 'Rod. Raposo Tavares',
      number: 'km 22,5',
      district: 'Granja Viana',
      city: 'Cotia',
      state: 'SP',
    },
  ],
  [
    'rua jose bonifacio n:33 jd america',
    { street: 'rua jose bonifacio', number: '33', district: 'jd america' },
  ],
  [
    'Condomínio Solar, Rua 2, casa 15, Lago Norte',
    { street: 'Rua 2', complement: 'casa 15, Condomínio Solar', district: 'Lago Norte' },
  ],
  [
    'Rua A, 10, portão azul, bairro Centro',
    { street: 'Rua A', number: '10', complement: 'portão azul', district: 'Centro' },
  ],
  ['Vila Olímpia, rua funchal 200', { street: 'rua funchal', number: '200', district: 'Vila Olímpia' }],
  [
    'Quadra 10, Lote 3, Rua 5, Setor Sul',
    { street: 'Rua 5', number: 's/n', complement: 'Quadra 10, Lote 3', district: 'Setor Sul' },
  ],
  [
    'Rua Pernambuco, 123 (portão verde), Funcionários',
    { street: 'Rua Pernambuco', number: '123', complement: '(portão verde)', district: 'Funcionários' },
  ],
  [
    'Rua T-37 qd 141 lt 10 n 3060 Setor Bueno',
    { street: 'Rua T-37', number: '3060', complement: 'qd 141, lt 10', district: 'Setor Bueno' },
  ],
  [
    'Rua 5 esquina com Rua 8, Jardim Goiás',
    { street: 'Rua 5', district: 'Jardim Goiás', reference: 'esquina com Rua 8' },
  ],
]

describe('an address is read as Brazilians write it', () => {
  test.each(forms)('“%s”', (text, parts) => {
    expect(readAddress(text)).toEqual({ ...noAddressParts, ...parts })
  })
})

test('what was read is written again and read the same', () => {
  for (const [, { street = '', number = '', district = '' }] of forms) {
    if (number.startsWith('km') || street.startsWith('Qd') || street.startsWith('Quadra')) continue
    expect(readAddress(`${street}, ${number}, ${district}`)).toMatchObject({ street, number, district })
  }
})

test('an address in several messages is put together; another street is another address', () => {
  const said = (...texts: string[]) => texts.reduce((known, text) => readAddress(text, known), noAddressParts)
  expect(said('Rua das Flores', 'nº 1.204', 'apto 3', 'Centro', 'perto da praça')).toEqual({
    ...noAddressParts,
    ...{ street: 'Rua das Flores', number: '1204', complement: 'apto 3' },
    ...{ district: 'Centro', reference: 'perto da praça' },
  })
  expect(said('Rua A', 'Qd 3 Lt 8', 'St. Bueno')).toMatchObject({
    ...{ street: 'Rua A', number: 's/n', complement: 'Qd 3, Lt 8', district: 'St. Bueno' },
  })
  expect(said('Rua A, 10, Centro', 'Rua B, 20')).toMatchObject({
    street: 'Rua B',
    number: '20',
    district: '',
  })
  expect(said('05409-000')).toEqual({ ...noAddressParts, zipCode: '05409000' })
})

test('the store’s own city is a city behind the district, also without its state', () => {
  expect(readAddress('Rua A, 10, Vila Nova, Goiânia', noAddressParts, 'Goiânia')).toMatchObject({
    ...{ district: 'Vila Nova', city: 'Goiânia', complement: '' },
  })
  // A district may be called like the town.
  expect(readAddress('Rua A, 10, Goiânia', noAddressParts, 'Goiânia')).toMatchObject({
    district: 'Goiânia',
    city: '',
  })
})

test('every word of a line is in one of the parts', () => {
  const lines = [
    'Rua A, 10, Centro, portão azul, tocar duas vezes, falar com Zé',
    'Rua B 7 fundos casa da Maria, Vila Nova, Campinas, perto do rio, apto 2',
    '???, Rua C, 12/14, Centro, nº 9',
  ]
  for (const line of lines) {
    const kept = Object.values(readAddress(line)).join(' ')
    for (const word of line.match(/[\p{L}\p{N}]{2,}/gu) ?? [])
      expect(kept, `${word} of ${line}`).toContain(word)
  }
})

test('a text of any length and any signs has an end', () => {
  for (const text of [
    'a'.repeat(70_000),
    '1 '.repeat(5_000),
    ', '.repeat(5_000),
    '('.repeat(900),
    'n '.repeat(900),
  ])
    for (const part of Object.values(readAddress(text))) expect(part.length).toBeLessThanOrEqual(200)
  expect(readAddress('‮😀 Rua 😀 Sol, 12, Centro')).toMatchObject({ number: '12', district: 'Centro' })
})
