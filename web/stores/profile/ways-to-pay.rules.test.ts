import { expect, test } from 'vitest'
import { counterMethods as offered } from '../../orders/new-order/payment.rules.ts'
import { counterMethods, waysToPay } from './ways-to-pay.rules.ts'

test('a store says what it takes at the door, in the conversation and on its channels', () => {
  expect(waysToPay(['balcao', 'ifood', 'keeta', 'ifood'], true)).toEqual([
    { where: 'No balcão e na entrega', methods: 'Pix, dinheiro, crédito, débito e vale-refeição' },
    { where: 'Na conversa do WhatsApp', methods: 'Pix, crédito, débito e dinheiro' },
    { where: 'iFood, Keeta', methods: 'Cartões, vales e Pix do próprio canal: escolha no portal dele' },
  ])
})

test('without a conversation or a marketplace only the counter is left', () => {
  expect(waysToPay(['balcao'], false).map(({ where }) => where)).toEqual(['No balcão e na entrega'])
})

test('the ways named for the counter are those that a new order offers', () => {
  expect(counterMethods).toEqual([...offered])
})
