/** A Python prompt in a page: alone, or in a frame of the documentation. */

import { mount } from "svelte";
import "../../style.css";
import Prompt from "./Prompt.svelte";

mount(Prompt, { target: document.body });
