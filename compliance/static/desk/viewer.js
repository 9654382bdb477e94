/* The viewer of documents: a page at a time, drawn by the server, turned and enlarged here. Works by the keyboard. */
(() => {
  "use strict";
  const viewer = document.querySelector(".desk-viewer");
  const stage = viewer && viewer.querySelector(".desk-stage");
  if (!stage) return;
  const canvas = stage.querySelector("canvas");
  const message = stage.querySelector(".desk-message");
  const documents = [...viewer.querySelectorAll("[data-pages]")];
  const papers = [...viewer.querySelectorAll(".desk-paper")];
  const tools = Object.fromEntries([...viewer.querySelectorAll("[data-do]")].map((tool) => [tool.dataset.do, tool]));
  const STEPS = [50, 75, 100, 125, 150, 200, 300, 400];
  const state = { place: -1, page: 1, pages: 1, zoom: 100, turn: 0, picture: null, asked: 0 };

  function say(text) {
    message.textContent = text;
    message.hidden = text === "";
    canvas.hidden = text !== "";
  }

  function draw() {
    const picture = state.picture;
    if (!picture) return;
    const lies = state.turn % 180 !== 0;
    canvas.width = lies ? picture.height : picture.width;
    canvas.height = lies ? picture.width : picture.height;
    const pen = canvas.getContext("2d");
    pen.translate(canvas.width / 2, canvas.height / 2);
    pen.rotate((state.turn * Math.PI) / 180);
    pen.drawImage(picture, -picture.width / 2, -picture.height / 2);
    canvas.style.width = `${state.zoom}%`;
    canvas.dataset.turn = state.turn;
    viewer.querySelector(".desk-zoom").textContent = `${state.zoom} %`;
  }

  function tell() {
    const current = documents[state.place];
    for (const one of documents) one.setAttribute("aria-pressed", String(one === current));
    for (const paper of papers) paper.hidden = !current || paper.dataset.of !== current.dataset.pages;
    viewer.querySelector(".desk-page").textContent = state.picture ? `Page ${state.page} of ${state.pages}` : "";
    for (const name of Object.keys(tools)) tools[name].disabled = !state.picture;
    tools.previous.disabled = !current || state.page <= 1;
    tools.next.disabled = !current || state.page >= state.pages;
    if (current) canvas.setAttribute("aria-label", `${current.dataset.title}, page ${state.page} of ${state.pages}`);
  }

  async function open(place, page) {
    const asked = ++state.asked;
    if (place !== state.place) Object.assign(state, { zoom: 100, turn: 0, pages: 1 });
    Object.assign(state, { place, page, picture: null });
    say("Loading document…");
    tell();
    try {
      const reply = await fetch(`${documents[place].dataset.pages}${page}/`, { credentials: "same-origin" });
      if (!reply.ok) throw new Error(String(reply.status));
      const picture = await createImageBitmap(await reply.blob());
      if (asked !== state.asked) return;
      state.pages = Number(reply.headers.get("X-Document-Pages")) || 1;
      state.picture = picture;
      say("");
      draw();
      stage.scrollTo(0, 0);
      // Whether the case can be approved depends on what was opened.
      document.body.dispatchEvent(new CustomEvent("desk:opened"));
    } catch (problem) {
      const isBusy = problem.message === "429";
      const text = isBusy ? "The service is busy drawing other pages. Choose the document again." : "This page can't be shown. Ask the platform for another copy.";
      if (asked === state.asked) say(text);
    }
    if (asked === state.asked) tell();
  }

  function zoom(step) {
    const nearest = STEPS.indexOf(state.zoom);
    state.zoom = step === 0 ? 100 : STEPS[Math.min(Math.max(nearest + step, 0), STEPS.length - 1)];
    draw();
  }

  function turn(by) {
    state.turn = (state.turn + by + 360) % 360;
    draw();
  }

  function turnPage(by) {
    const wanted = state.page + by;
    if (state.place >= 0 && wanted >= 1 && wanted <= state.pages) open(state.place, wanted);
  }

  function turnDocument(by) {
    const wanted = state.place + by;
    if (wanted >= 0 && wanted < documents.length) open(wanted, 1);
  }

  const ACTIONS = {
    previous: () => turnPage(-1), next: () => turnPage(1), out: () => zoom(-1), in: () => zoom(1), fit: () => zoom(0),
    left: () => turn(-90), right: () => turn(90),
  };
  const KEYS = {
    "+": ACTIONS.in, "=": ACTIONS.in, "-": ACTIONS.out, 0: ACTIONS.fit, r: ACTIONS.right, l: ACTIONS.left,
    n: ACTIONS.next, p: ACTIONS.previous, "]": () => turnDocument(1), "[": () => turnDocument(-1),
  };

  for (const [name, tool] of Object.entries(tools)) tool.addEventListener("click", ACTIONS[name]);
  documents.forEach((one, place) => one.addEventListener("click", () => { open(place, 1); stage.focus({ preventScroll: true }); }));
  // Letters are commands only while the page of the document has the focus: elsewhere they are somebody's typing.
  stage.addEventListener("keydown", (event) => {
    const action = KEYS[event.key.toLowerCase()];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });
  // The viewer follows the person whose facts are read, and stays at a document of that person which is shown already.
  function follow(person) {
    const current = documents[state.place];
    if (!viewer.dataset.open || (current && current.dataset.holder === person)) return;
    const place = documents.findIndex((one) => one.dataset.holder === person);
    if (place >= 0) open(place, 1);
  }

  for (const facts of document.querySelectorAll("[data-person]")) {
    facts.addEventListener("click", () => follow(facts.dataset.person));
  }
  tell();
  if (viewer.dataset.open && documents.length) open(0, 1);
})();
