
// The elements that a page's script makes.

// An element. Texts are put in as text, so whatever they hold is only read.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'on') for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    else if (value === true) element.setAttribute(key, '');
    else if (value !== false) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

// A checker of a seat's colour, beside a name.
const checker = (seat) => make('span', { class: `checker seat${seat}`, 'aria-hidden': 'true' });
