// Makes all of a page reachable by keys: wide code and tables get the focus, and so does the button of the contents.
for (const part of document.querySelectorAll("pre > code, .table-wrapper")) {
    if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) {
        part.tabIndex = 0;
        part.setAttribute("role", "region");
        part.setAttribute("aria-label", part.matches("code") ? "Code" : "Table");
    }
}
const toggle = document.getElementById("mdbook-sidebar-toggle");
if (toggle) {
    toggle.setAttribute("role", "button");
    toggle.tabIndex = 0;
    toggle.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            toggle.click();
        }
    });
}
