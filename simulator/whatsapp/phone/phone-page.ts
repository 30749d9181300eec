/**
 * One page without a build: the phone of a customer who chats with a store. It asks for news twice a second and keeps
 * its choice in the address, so that it fits beside the panel in a second window or a frame.
 */
export const phonePage = String.raw`<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Telefone do cliente (simulado)</title>
<style>
  :root {
    color-scheme: light dark;
    --wall: light-dark(#efeae2, #0e1613); --card: light-dark(#fff, #1c2623); --ink: light-dark(#17211d, #e7efeb);
    --quiet: light-dark(#5a6660, #9fb0a8); --line: light-dark(#d5dcd8, #33403b); --mine: light-dark(#d9f4cb, #10503b);
    --bar: light-dark(#0b5c4b, #14211c); --on-bar: #fff; --link: light-dark(#0a6b56, #6fd6b6);
  }
  * { box-sizing: border-box }
  body { margin: 0; height: 100dvh; display: flex; justify-content: center; font: 16px/1.4 system-ui, sans-serif;
    color: var(--ink); background: light-dark(#dfe4e1, #050908) }
  main { width: 100%; max-width: 460px; display: grid; grid-template-rows: auto auto 1fr auto; min-height: 0;
    background: var(--wall) }
  header { background: var(--bar); color: var(--on-bar); padding: 8px 12px; display: grid; gap: 6px }
  header .row { display: flex; gap: 8px; align-items: center }
  h1 { font-size: 17px; margin: 0; flex: 1; min-width: 0; overflow-wrap: anywhere }
  select, input, button { font: inherit; color: inherit; min-height: 44px; border-radius: 10px;
    border: 1px solid var(--line); background: var(--card); padding: 0 12px; min-width: 0 }
  header select { flex: 1; color: var(--ink) }
  button { cursor: pointer }
  :focus-visible { outline: 3px solid var(--link); outline-offset: 1px }
  details { border-bottom: 1px solid var(--line); background: var(--card); padding: 0 12px }
  summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: var(--quiet); font-size: 14px }
  details label { display: grid; gap: 2px; font-size: 14px; color: var(--quiet); margin-bottom: 10px }
  details input { color: var(--ink) }
  ol { list-style: none; margin: 0; padding: 12px; overflow-y: auto; display: flex; flex-direction: column; gap: 8px;
    min-height: 0 }
  li { max-width: 84%; padding: 8px 10px; border-radius: 12px; background: var(--card); white-space: pre-wrap;
    overflow-wrap: anywhere; align-self: flex-start; box-shadow: 0 1px 1px #0002 }
  li.customer { align-self: flex-end; background: var(--mine) }
  li small { display: block; color: var(--quiet); font-size: 12px; text-align: right; margin-top: 2px }
  li.customer small { color: inherit; opacity: .75 }
  li .who { text-align: left; margin: 0 0 2px }
  .choices { display: grid; gap: 6px; margin-top: 8px }
  .choices button { width: 100%; text-align: left; padding: 8px 12px; color: var(--link); font-weight: 600 }
  .choices button span { display: block; font-weight: 400; font-size: 14px; color: var(--quiet) }
  .choices h2 { margin: 6px 0 0; font-size: 13px; color: var(--quiet) }
  .empty { align-self: center; text-align: center; color: var(--quiet); background: none; box-shadow: none }
  form { display: flex; gap: 8px; padding: 8px; background: var(--card); border-top: 1px solid var(--line) }
  form input { flex: 1; background: var(--wall); color: var(--ink) }
  form button.send { background: var(--bar); color: var(--on-bar); border-color: transparent; font-weight: 600 }
  .bad { background: light-dark(#fde7e4, #4a1d17); padding: 10px 12px; margin: 0 }
  [hidden] { display: none !important }
</style>
<main>
  <header>
    <div class="row"><h1 id="store">Telefone do cliente</h1></div>
    <div class="row"><select id="line" aria-label="Loja"></select></div>
  </header>
  <div>
    <details><summary>Quem escreve (telefone simulado)</summary>
      <label>Nome <input id="name" autocomplete="off"></label>
      <label>Número <input id="number" inputmode="tel" autocomplete="off"></label>
      <label style="display:flex;align-items:center;gap:8px;min-height:44px">
        <input type="checkbox" id="owner" style="min-height:22px;width:22px"> Escrever como a loja, pelo aplicativo do dono</label>
    </details>
    <p class="bad" id="problem" role="alert" hidden></p>
  </div>
  <ol id="thread" aria-live="polite" aria-label="Conversa" tabindex="0"></ol>
  <form id="form">
    <button type="button" id="pin" aria-label="Enviar localização" title="Enviar localização">📍</button>
    <input id="text" aria-label="Mensagem" placeholder="Mensagem" maxlength="4096" autocomplete="off">
    <button class="send">Enviar</button>
  </form>
</main>
<script>
  const at = (id) => document.getElementById(id)
  const query = new URLSearchParams(location.search)
  const kept = (key, otherwise) => query.get(key) ?? localStorage.getItem('phone.' + key) ?? otherwise
  at('name').value = kept('name', 'Ana Souza')
  at('number').value = kept('number', '5511987654321')
  let shown = ''
  let lines = []
  const number = () => at('number').value.replace(/\D/g, '')
  const make = (tag, text, className) => {
    const made = document.createElement(tag)
    if (text) made.textContent = text
    if (className) made.className = className
    return made
  }
  function problem(text) {
    at('problem').hidden = !text
    at('problem').textContent = text ?? ''
  }
  async function send(message) {
    const reply = await fetch('/phone/messages', {
      method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ line: at('line').value, number: number(), name: at('name').value,
        owner: at('owner').checked && message.text !== undefined, ...message }),
    }).catch(() => null)
    problem(reply?.ok ? null : 'A mensagem não saiu. Tente de novo.')
    await show()
  }
  const times = { accepted: 'enviando', sent: '✓', delivered: '✓✓', read: '✓✓ lida', failed: 'não enviada' }
  function bubbleOf(bubble, last) {
    const item = make('li', '', bubble.by)
    if (bubble.by === 'owner') item.append(make('small', 'Dono da loja, pelo telefone', 'who'))
    item.append(make('span', bubble.text))
    if (bubble.choices) item.append(choicesOf(bubble.choices, last))
    const hour = new Date(bubble.at).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
    const mark = bubble.by === 'customer' ? times.delivered : (times[bubble.status] ?? '')
    item.append(make('small', hour + (bubble.by === 'customer' || bubble.status === 'failed' ? ' ' + mark : '')))
    return item
  }
  function choicesOf({ button, rows }, last) {
    const box = make('div', '', 'choices')
    box.hidden = button !== null && !last
    let section = null
    for (const row of rows) {
      if (row.section && row.section !== section) box.append(make('h2', (section = row.section)))
      const tap = make('button', row.title)
      tap.type = 'button'
      tap.dataset.choose = row.id
      if (row.description) tap.append(make('span', row.description))
      tap.onclick = () => void send({ choose: row.id })
      box.append(tap)
    }
    if (button === null || last) return box
    const whole = make('div')
    const open = make('button', button)
    open.type = 'button'
    open.onclick = () => { box.hidden = !box.hidden; open.setAttribute('aria-expanded', String(!box.hidden)) }
    open.setAttribute('aria-expanded', 'false')
    whole.append(open, box)
    return whole
  }
  async function readLines() {
    const read = await fetch('/phone/lines').then((reply) => reply.json()).catch(() => null)
    if (!read || JSON.stringify(read) === JSON.stringify(lines)) return
    lines = read
    const chosen = at('line').value || kept('line', '')
    at('line').replaceChildren(...lines.map(({ id, name, number }) => {
      const option = make('option', name + ' · ' + number)
      option.value = id
      option.selected = id === chosen
      return option
    }))
  }
  async function show() {
    await readLines()
    const line = lines.find(({ id }) => id === at('line').value)
    at('store').textContent = line?.name ?? 'Nenhuma loja conectada'
    if (!line) {
      at('thread').replaceChildren(make('li', 'Conecte o WhatsApp de uma loja no painel, em Ajustes.', 'empty'))
      shown = ''
      return
    }
    for (const key of ['name', 'number', 'line']) localStorage.setItem('phone.' + key, at(key).value)
    const thread = await fetch('/phone/thread?' + new URLSearchParams({ line: line.id, number: number() }))
      .then((reply) => reply.json()).catch(() => null)
    problem(thread === null ? 'O simulador não responde.' : line.works ? null : 'O WhatsApp desta loja está desligado.')
    const state = JSON.stringify(thread)
    if (thread === null || state === shown) return
    shown = state
    const last = thread.length - 1
    at('thread').replaceChildren(...(thread.length === 0
      ? [make('li', 'Diga oi para começar.', 'empty')]
      : thread.map((bubble, index) => bubbleOf(bubble, index === last))))
    at('thread').scrollTop = at('thread').scrollHeight
  }
  at('form').onsubmit = (event) => {
    event.preventDefault()
    const text = at('text').value
    if (text.trim() === '') return
    at('text').value = ''
    void send({ text })
  }
  at('pin').onclick = () => void send({ location: { latitude: -23.5614, longitude: -46.6559 } })
  for (const id of ['line', 'number']) at(id).onchange = () => { shown = ''; void show() }
  void show()
  setInterval(() => document.hidden || void show(), 500)
</script>
</html>`
