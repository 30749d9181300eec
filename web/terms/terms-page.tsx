import { usePageTitle } from '../browser/page-title.ts'
import { Link } from '@tanstack/react-router'
import styles from './terms-page.module.css'

/** Terms of use and privacy (LGPD): purposes, retention, contact of the encarregado. */
export function TermsPage() {
  usePageTitle('Termos de uso e privacidade')
  return (
    <main className={styles.page}>
      <p>
        <Link to="/">Voltar</Link>
      </p>
      <h1>Termos de uso e privacidade</h1>
      <p>Vigentes desde 21 de novembro de 2026.</p>
      <h2>O que o Balcão faz</h2>
      <p>
        O Balcão reúne os pedidos das suas lojas, do canal próprio e de marketplaces, e mostra relatórios
        sobre eles. Quem contrata é a loja; as pessoas que ela autoriza usam o painel em nome dela.
      </p>
      <h2>Dados que tratamos e para quê</h2>
      <ul>
        <li>
          <b>Clientes da loja</b> (nome, telefone, endereço, pedidos): para preparar, entregar e acompanhar os
          pedidos, e para os relatórios da própria loja. A loja é a controladora; o Balcão, o operador.
        </li>
        <li>
          <b>Pessoas que usam o painel</b> (nome, e-mail, acessos, registros de uso): para permitir o acesso,
          protegê-lo e saber quem fez o quê.
        </li>
        <li>
          <b>Origem da visita</b> (parâmetros de campanha do endereço): para saber de onde a loja chegou até
          nós. Fica guardada neste navegador.
        </li>
      </ul>
      <h2>Por quanto tempo</h2>
      <p>
        Pedidos e valores ficam pelo prazo que a lei fiscal exige. Dados de contato de clientes podem ser
        apagados ou mascarados antes, a pedido. Sessões terminam em até 24 horas. Registros de acesso são
        guardados por seis meses.
      </p>
      <h2>Com quem compartilhamos</h2>
      <p>
        Com o marketplace de onde veio o pedido e com os fornecedores que hospedam o sistema, somente para
        prestar o serviço. Não vendemos dados.
      </p>
      <h2>Seus direitos</h2>
      <p>
        Você pode pedir confirmação, acesso, correção, portabilidade e eliminação, e saber com quem os dados
        foram compartilhados. Clientes de uma loja fazem o pedido à loja, que conta com o nosso apoio.
      </p>
      <h2>Encarregado</h2>
      <p>
        Fale com o encarregado pelo tratamento de dados pelo e-mail que a empresa que opera este painel
        informou no seu contrato.
      </p>
      <h2>Incidentes</h2>
      <p>
        Se um incidente puder trazer risco ou dano relevante, avisamos as pessoas afetadas e a ANPD em até
        três dias úteis, como manda a Resolução CD/ANPD 15/2024.
      </p>
    </main>
  )
}
